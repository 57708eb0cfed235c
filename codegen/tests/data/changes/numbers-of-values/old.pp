package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Item {
  attr fewer, String { min => 0, max => 5 }
  attr more, String { min => 0, max => 5 }
  attr needed, String
  attr optional, String { min => 1 }
  attr defaulted, Integer { min => 1, default => 1 }
  attr listed, String
  attr alone, String { max => unbound }
}
