type Port = Integer[1, 65535]
type Place = Struct[{ rack => Integer, Optional[row] => String }]
type Ports = Hash[String, Port]

type Host {
  attr name, String
  attr place, Place
  attr ports, Ports
  attr owner, Variant[String, Person, Array[Integer]]
  attr routes, Array[Tuple[String, Integer, 1, 4]]
  attr matrix, Array[Array[Integer]]
  attr nested, Struct[{ inner => Struct[{ deep => Hash[String, Integer] }] }]
  invariant "rack 0 is for nobody" { $place == undef or $place[rack] > 0 }
}

type Person {
  attr name, String
}
