package shapes {
  uri => 'https://example.org/shapes',
  annotation 'https://w3id.org/linkml/' {
    prefixes => '{linkml: \'https://w3id.org/linkml/\', ex: \'https://example.org/\'}',
  },
}

type Drawing {
  annotation 'https://w3id.org/linkml/' { tree_root => 'true' }
  has shapes, Shape { max => unbound }
  has first, Circle
}

abstract type Shape {
  annotation 'urn:modelwright:documents' { discriminator => 'shape_type' }
  attr label, String
}

type Circle inherits Shape {
  attr radius, Integer
}

type DottedLine inherits Shape {
  annotation 'urn:modelwright:documents' { value => 'dotted line' }
  attr dots, Integer
}

type Tool inherits HasKind {}

abstract type Owned inherits HasKind {}

type Pen inherits Tool, Owned {
  attr ink, String
}

type Address {
  attr form, Uriorcurie { annotation 'https://w3id.org/linkml/' { designates_type => 'true' } }
}

type Home inherits Address {
  attr street, String
}

type Key {
  attr what, String {
    min => 1,
    id => true,
    annotation 'https://w3id.org/linkml/' { designates_type => 'true' },
  }
}

type Fixed {
  attr what, Enum['Fixed'] { annotation 'https://w3id.org/linkml/' { designates_type => 'true' } }
}

type Ruled {
  attr what, String { annotation 'https://w3id.org/linkml/' { designates_type => 'true' } }
  attr size, Integer
  invariant 'rule 1 of Ruled' |$o| { (!($o['what'] != undef and $o['what'] =~ Enum['Narrow']) or $o['size'] != undef) }
}

type Unique {
  attr what, String { annotation 'https://w3id.org/linkml/' { designates_type => 'true' } }
}

type Refined {
  attr what, String { annotation 'https://w3id.org/linkml/' { designates_type => 'true' } }
}

type Narrow inherits Refined {
  invariant '`what` violates `pattern`' |$o| { ($o['what'] == undef or $o['what'] =~ Pattern['^N']) }
}

type No {
  attr what, String { annotation 'https://w3id.org/linkml/' { designates_type => 'false' } }
}

# Has the slot `kind`, which several classes share.
abstract type HasKind {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

# LinkML's type `uriorcurie`.
datatype Uriorcurie { base => String }
