# Attributes whose values have several parts: classes are made for them, and read back as types.
package several { uri => 'urn:test:several' }

type Settings {
  attr ports, Hash[String, Integer]
  attr limits, Hash[Enum['a', 'b'], Float[0.0], 1, 5]
  attr owner, Variant[Integer[0, 9], String, Array[String], User] { min => 1 }
  attr place, Struct[{ x => Integer, Optional[y] => Integer, 'a b' => Optional[String] }]
  attr pair, Tuple[String, Integer]
  attr more, Tuple[String, Integer, 1, 4] { max => unbound }
  attr rows, Float { min => 1, max => 3 }
  attr grid, Array[Array[Integer]]
  attr deep, Variant[Hash[String, Variant[Integer, Boolean]], Tuple[Array[String], User]]
  attr plain, Integer[0, 3]
  attr maps, Array[Hash[String, String]]
  attr cells, Array[Array[Integer, 1, 2], 2, 2]
}

type User {
  attr name, String { min => 1 }
}
