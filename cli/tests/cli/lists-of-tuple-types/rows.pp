package rows { uri => 'urn:example:rows' }

type Route {
  attr pair, Tuple[String, Integer]
  attr pairs, Array[Tuple[String, Integer]]
  attr rest, Tuple[String, Integer, 1, default]
  attr lists, Tuple[String, Array[Integer]]
  attr gaps, Tuple[Integer, Integer, Integer, 0, 3]
  attr matrix, Array[Array[Integer]]
  attr either, Variant[String, Tuple[Integer, Integer]]
}
