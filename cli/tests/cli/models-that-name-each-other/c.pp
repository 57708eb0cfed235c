package c { uri => 'urn:example:c' }

# Also what the other package is made of.
type Door inherits b::Thing {
  attr width, Integer { check => $it > 0 }
}
