package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Shop {
  attr name, String { min => 1 }
}
