package types { uri => 'urn:types' }

datatype Adult { base => Integer[0, 150], facets => { minInclusive => 18 } }

type Person {
  attr age, Adult
  attr initials, String[1, 2]
  attr share, Float[0.0, 1.0]
  attr kind, Enum['', 'x.y', 'a b']
  attr code, Pattern[/\A\w\d\h\z/]
  attr word, Pattern[/b/]
  attr tags, String { max => unbound }
  attr nick, String { min => 1, unsettable => true }
  attr born, Timestamp
  has home, Home
}

type Home {}

type Garden {}
