package orders { uri => 'urn:bench:orders:1', prefix => 'o' }

enum Status { open, paid, shipped }

type Order {
  attr number, String { min => 1, id => true }
  attr customer, String { min => 1 }
  attr status, Status
  attr total, Float
  attr express, Boolean
  has lines, Line { min => 1, max => unbound }
}

type Line {
  attr article, String[1, 40] { min => 1 }
  attr quantity, Integer[1, 1000] { min => 1 }
  attr price, Float { min => 1 }
  attr note, String
}
