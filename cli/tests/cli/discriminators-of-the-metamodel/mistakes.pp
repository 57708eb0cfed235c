package mistakes { uri => 'urn:mistakes' }

abstract type Animal {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
  attr name, String
}
type Dog inherits Animal {
  annotation 'urn:modelwright:documents' { value => 'cat' }
}
type Cat inherits Animal {
  annotation 'urn:modelwright:documents' { value => 'cat' }
}
type Bird inherits Animal {
  attr kind, String
}
type Crow inherits Bird {}
type Stone {
  annotation 'urn:modelwright:documents' { value => 'stone' }
}
type Plant {
  annotation 'urn:modelwright:documents' { discriminator => '$type' }
}
type Tree {
  annotation 'urn:modelwright:documents' { discriminater => 'kind' }
}
type Moss {
  annotation 'urn:modelwright:documents' { discriminator => '' }
}
