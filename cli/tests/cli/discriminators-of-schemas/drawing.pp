package discriminators { uri => 'urn:discriminators' }

# Texts that name classes, in every kind of place.
type Drawing {
  attr title, String
  has shapes, Shape { max => unbound }
  has first, Circle
  has frame, Polygon
  has sign, Sign
  attr either, Variant[Square, Note]
  attr named, Hash[String, Shape]
}

abstract type Shape {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
  attr label, String
}

type Circle inherits Shape {
  annotation 'urn:modelwright:documents' { value => 'circle' }
  attr radius, Integer { min => 1 }
}

# Its text has signs that languages escape.
type Square inherits Shape {
  annotation 'urn:modelwright:documents' { value => 'a "square" \ ${1}' }
  attr side, Integer { min => 1 }
}

# Its name names it, and it has a subclass.
type Polygon inherits Shape {
  attr sides, Integer { default => 3 }
}

type Triangle inherits Polygon {
  annotation 'urn:modelwright:documents' { value => 'triangle' }
}

# Subclasses with a key of their own, below a class without one.
abstract type Sign {
  attr text, String
}

type Arrow inherits Sign {
  annotation 'urn:modelwright:documents' { discriminator => 'form of "it"', value => '->' }
  attr to, String
}

type Plain inherits Sign {
  attr size, Integer
}

type Note {
  attr text, String { min => 1 }
}
