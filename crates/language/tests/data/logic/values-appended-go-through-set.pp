package tags { uri => 'urn:tags' }

type Page {
  attr tags, String { max => unbound, set => |$tags| { $tags.map |$tag| { $tag.downcase } } }
  attr words, String { max => unbound, set => { $words = $it.unique } }
  attr ports, Hash[String, Integer]
  attr even, Integer { max => unbound, check => $it % 2 == 0 }
  attr first, String
  attr parts, String { max => unbound, derived => { [$first] }, set => { $first = $it[-1] } }
}
