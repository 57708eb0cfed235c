package lists_of_every_kind

type Lists {
  attr any, Data { max => unbound, unique => false }
  attr matrix, Array[Array[Float]]
  attr cube, Array[Array[Array[Integer]]]
  attr pairs, Tuple[String, Integer] { max => unbound }
  attr open, Tuple[String, Data, 0, default]
  attr rest, Tuple[String, Integer, 0, default]
  attr bounded, Integer { min => 1, max => 3, unique => false }
  attr needed, String { min => 2, unique => false }
  attr unique, Integer { max => unbound }
  attr mixed, Variant[String, Integer] { max => unbound }
}
