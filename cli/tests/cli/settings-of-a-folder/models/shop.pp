package shop { uri => 'urn:example:shop:1' }

type Shop {
  attr name, String { min => 1 }
}
