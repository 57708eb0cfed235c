package other { uri => 'urn:example:other:1' }

type Other {
  attr name, String { min => 1 }
}
