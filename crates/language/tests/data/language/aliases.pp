package net { uri => 'urn:net' }

# Where something listens.
type Port = Integer[1, 65535]
type Label = String
type Door = Port
type Slug = Pattern[/\A[a-z\/]+\z/]
type Small = EShort
type Maybe = Optional[Integer[0, 9]]
type Kind = Enum['a', 'b']
type Age = Old

datatype Old { base => Integer[0, 150] }

# A place in a rack.
type Place = Struct[{ rack => Integer, Optional[row] => String, port => Port, step => Integer[1, 5] }]
type Ports = Hash[String, Port]
type Owner = Variant[String, Person, enum[nobody, all]]
type Tree = Variant[String, Array[Tree]]
type Route = Tuple[Label, Door, 0, 4]

type Person {
  attr name, Label { min => 1 }
  attr port, Door { default => 80 }
  attr place, Place { min => 1 }
  attr ports, Ports
  attr owners, Owner { max => unbound }
  attr routes, Array[Route, 2, 5]
  has seen, Place { containment => false }
  has entries, Ports { max => 3 }
  attr kind, Variant[Kind, enum[x, y = 7 as 'why']]
  attr wanted, Type[Integer]
  attr any_type, Type
  attr hosts, Array[Type[Class['ntp']]]
  operation move(Place $to, Port $port) >> Owner
}

type people::Group inherits Place {
  attr place, Place
}
