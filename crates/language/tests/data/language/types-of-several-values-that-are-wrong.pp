type A<T> {
  attr a, Hash[]
  attr b, Variant[]
  attr c, Struct[Integer]
  attr d, Tuple[]
  attr e, Variant[T, Integer]
  attr f, Hash[String]
  has g, Variant[Integer, String]
  attr h, Variant[Integer, Nope] { default => 3, id => true }
  attr i, Hash[String, Integer] { max => 3 }
  attr j, Struct[{ a => Integer, a => String }]
  attr k, Variant[enum[a, b], Integer]
  attr l, Type[Integer]
  attr m, Struct[{ a = 3 }]
  attr n, Tuple[Integer, 3, 2]
  attr o, Tuple[Integer, String, 1, 1]
  attr p, Tuple[Array[Integer], 1, 3]
  attr taken, Struct[{ a => Integer }]
  operation f(Hash[String, Integer] $x) >> Variant[Integer, String]
}
type ATaken {}
datatype B { base => Variant[Integer, String] }
