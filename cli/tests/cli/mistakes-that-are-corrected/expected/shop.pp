package shop { uri => 'urn:shop' }
# An order.
type Order {
  attr number, Integer
  attr note, string
  has lines, Array[Line]
  has customer, Customer
  attr name, String
  attr total, Hash[String, Float]
  attr open, Boolean
  # the rest
  attr comment, String
  has rest, Array[Line] # more
  attr tags, String { max => unbound }
  attr kind, Enum['a', 'b'] { default => a }
}
type Line inherits Order {
  attr n, Integer { min => 1 }
}
type Customer inherits Order {
  attr id, String
}
