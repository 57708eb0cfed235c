package alternatives_with_constants

type Drawing {
  has shape, Shape
  has shapes, Shape { max => unbound }
  attr named, Hash[String, Shape]
  has first, Circle
  has round, DrawingRound
  has paint, DrawingPaint
}

abstract type Shape {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

type Circle inherits Shape, DrawingRound {
  annotation 'urn:modelwright:documents' { value => 'circle' }
  attr version, Enum['1'] { min => 1 }
  attr size, Integer
}

abstract type DrawingRound {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

abstract type DrawingPaint {
  annotation 'urn:modelwright:documents' { discriminator => 'paint' }
  attr opacity, Float
}

abstract type Polygon inherits Shape {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

type Text inherits Shape {
  annotation 'urn:modelwright:documents' { value => 'a \'text\' \\ $' }
  attr version, Enum['1'] { min => 1 }
  attr text, String
}

type Oval inherits DrawingRound {
  annotation 'urn:modelwright:documents' { value => 'oval' }
  attr size, Integer
  attr version, Enum['1'] { min => 1 }
}

type Plain inherits DrawingPaint {
  annotation 'urn:modelwright:documents' { value => 'plain' }
  attr colour, String
}

type Striped inherits DrawingPaint {
  annotation 'urn:modelwright:documents' { value => 'striped' }
  attr colours, String { max => unbound, unique => false }
}

type Square inherits Polygon {
  attr version, Enum['1'] { min => 1 }
  attr size, Integer
}

type Triangle inherits Polygon, Sized {
  annotation 'urn:modelwright:documents' { value => 'triangle' }
  attr version, Enum['1'] { min => 1 }
}

type Oval2 = Enum['oval']

type Sized {
  attr size, Integer
}
