package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Item {
  attr fewer, String { min => 0, max => 4 }
  attr more, String { min => 0, max => 6 }
  attr needed, String { min => 1 }
  attr optional, String
  attr defaulted, Integer { min => 1 }
  attr listed, String { max => unbound }
  attr alone, String
}
