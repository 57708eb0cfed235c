package shapes { uri => 'urn:test:shapes', prefix => 's' }

type Drawing {
  attr title, String
  has shapes, Shape { max => unbound }
  has frame, Shape
}

abstract type Shape {
  attr name, String { min => 1 }
}

type Circle inherits Shape {
  attr radius, Float { min => 1 }
  attr size, Integer
}

type Square inherits Shape {
  attr side, Float { min => 1 }
  attr size, String
}

type Empty {}
