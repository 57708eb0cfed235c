package pets_with_a_discriminator

type Owner {
  has pet, OwnerPet { min => 1 }
}

abstract type OwnerPet {}

type Cat inherits OwnerPet {
  attr kind, Enum['cat'] { min => 1 }
  attr name, String
}

type Dog inherits OwnerPet {
  attr kind, Enum['dog'] { min => 1 }
  attr name, String
}
