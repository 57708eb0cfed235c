package pets_of_an_api

abstract type Pet {
  annotation 'urn:modelwright:documents' { discriminator => 'petType' }
}

type Cat inherits Pet {
  annotation 'urn:modelwright:documents' { value => 'kitty' }
  attr lives, Integer
}

type Dog inherits Pet {
  annotation 'urn:modelwright:documents' { value => 'dog' }
  attr barks, Boolean
}

abstract type Vehicle {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

type Car inherits Vehicle {
  annotation 'urn:modelwright:documents' { value => 'car' }
  attr doors, Integer
}

type Bus inherits Vehicle {
  attr seats, Integer
}

type Log {
  has pets, Pet { max => unbound }
  attr named, Hash[String, Vehicle]
}
