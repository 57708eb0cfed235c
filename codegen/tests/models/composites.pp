# Types of several values.
package composites {
  uri    => 'urn:example:composites',
  prefix => 'c'
}

type Person {
  attr name, String
}

type Host {
  # What is known of it.
  attr vars, Hash[String, Integer]
  attr notes, Hash[String, Optional[String]]
  attr ports, Hash[Integer[-9, 1000], Array[String]]
  attr people, Hash[String, Person]
  attr deep, Hash[String, Hash[String, Boolean]]
  attr flags, Hash[Boolean, String, 0, 2]
  attr days, Hash[Timestamp, String]
  attr kinds, Hash[enum['first kind', other], Float]
  attr places, Hash[String, Struct[{ rack => Integer }]]
  attr ratios, Hash[Float, String]
  attr hosts, Hash[String, Host]
}

type Guest {
  attr plain, Variant[Integer, String]
  attr person, Variant[String, Person, Array[Integer]]
  attr small, Variant[Integer[0, 5], Integer[10, 20], Boolean]
  attr number, Variant[Integer, Float]
  attr word, Variant[Enum['a', 'b'], enum[c, d], Pattern[/x/], Integer]
  attr pattern, Variant[Pattern[/x/], Integer]
  attr day, Variant[Timestamp, String[0, 30]]
  attr map, Variant[String, Hash[String, Integer]]
  attr both, Variant[Person, Host]
  attr inner, Variant[Variant[Integer, String], Boolean]
  attr many, Array[Variant[Integer, String]]
  attr by_name, Hash[String, Variant[Integer, Person]]
  attr needed, Variant[Integer, String] { min => 1 }
}

type Pair = Tuple[String, Integer]

type Table {
  attr pair, Pair
  attr pairs, Array[Tuple[String, Integer]]
  attr needed, Tuple[String, Optional[Float]] { min => 1 }
  attr rest, Tuple[String, Integer, 1, default]
  attr few, Tuple[Integer[0, 5], 2, 3]
  attr lists, Tuple[String, Array[Integer]]
  attr first, Tuple[Array[Integer], Hash[String, Integer]]
  attr matrix, Array[Array[Integer]]
  attr maps, Array[Hash[String, Integer]]
  attr inner, Tuple[Tuple[String, Integer], Struct[{ rack => Integer }], Variant[Integer, String]]
  attr by_name, Hash[String, Tuple[Integer, Integer]]
  attr either, Variant[String, Tuple[Integer, Integer]]
  attr person, Tuple[Person, Integer, 1, 2]
}
