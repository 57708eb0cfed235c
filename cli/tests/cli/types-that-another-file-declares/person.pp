package person { uri => 'urn:person' }

abstract type Person {
  attr name, String { min => 1 }
}

type Employee inherits Person {}
