package store { uri => 'urn:example:store:1' }

type Shop {
  attr name, String { min => 1 }
}
