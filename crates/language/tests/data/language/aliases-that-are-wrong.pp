type A = B
type B = A
type C = Array[String]
type D = Person
type E = Color
type F = Nobody
type G = Hash[String, Integer]
type H = Struct[{ inner => G }]
type I = Boolean[1]
type String = Integer
type Person {
  attr many, Array[G]
  has one, H
  attr two, H { default => 1, id => true }
  attr g, G { max => 2 }
  attr t, Type[Integer, String]
  attr c, Type['a']
}
enum Color { red }
type person = Integer[1, 2]
