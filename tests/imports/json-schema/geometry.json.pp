package geometry { uri => 'https://example.org/geometry' }

type Feature {
  has geometry, Geometry { min => 1 }
  attr bbox, Float { max => 6, unique => false }
  attr properties, Hash[String, Data]
}

abstract type Geometry {}

type Point inherits Geometry {
  attr point, Tuple[Float, Float] { min => 1 }
}

type Line inherits Geometry {
  attr line, Tuple[Float, Float] { min => 2 }
}

type Area inherits Geometry {
  attr rings, Array[Array[Tuple[Float, Float], 4, default]]
}

type Group inherits Geometry {
  has members, Geometry { max => unbound }
}
