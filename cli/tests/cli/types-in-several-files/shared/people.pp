package people { uri => 'urn:people' }

type Person {
  attr name, String { min => 1 }
}
