package facets { uri => 'urn:facets' }

datatype Adult { base => Integer[0, 150], facets => { minInclusive => 18 } }
datatype Pair { base => String, facets => { length => 2 } }
datatype Word { base => String, facets => { pattern => '[a-z]+' } }

type Person {
  attr age, Adult
  attr initials, Pair
  attr words, Word { max => unbound }
  attr number, Optional[Adult]
}
