package pets_with_a_discriminator

type Owner {
  has pet, OwnerPet { min => 1 }
}

abstract type OwnerPet {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

type Cat inherits OwnerPet {
  annotation 'urn:modelwright:documents' { value => 'cat' }
  attr name, String
}

type Dog inherits OwnerPet {
  annotation 'urn:modelwright:documents' { value => 'dog' }
  attr name, String
}
