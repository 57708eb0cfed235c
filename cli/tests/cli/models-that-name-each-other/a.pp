package a { uri => 'urn:example:a' }

type Person {
  attr name, String { min => 1 }
  has home, b::House { containment => false }
  has pets, Pet { max => unbound }
}

type Pet inherits b::Thing { attr kind, String }
