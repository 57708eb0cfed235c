package discriminators { uri => 'urn:test:discriminators', prefix => 'd' }

type Drawing {
  attr title, String
  has shapes, Shape { max => unbound }
  has first, Circle
  has frame, Polygon
  has sign, Sign
}

abstract type Shape {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
  attr label, String
}

type Circle inherits Shape {
  annotation 'urn:modelwright:documents' { value => 'circle' }
  attr radius, Integer { min => 1 }
}

type Polygon inherits Shape {
  attr sides, Integer { default => 3 }
}

type Triangle inherits Polygon {
  annotation 'urn:modelwright:documents' { value => 'triangle' }
}

abstract type Sign {
  attr text, String
}

type Arrow inherits Sign {
  annotation 'urn:modelwright:documents' { discriminator => 'form', value => '->' }
  attr to, String
}

type Plain inherits Sign {
  attr size, Integer
}
