package house { uri => 'https://example.org/house' }

type Box {
  attr code, String { min => 1 }
  attr item, String
  attr size, Small
}

type Item {
  attr code, String { min => 1 }
  attr price, Variant[Integer, String]
}

type Shelf {
  has box, Box
}

type House {
  has shelves, Shelf { max => unbound }
}

type Attic inherits House {}

datatype Small { base => String }
