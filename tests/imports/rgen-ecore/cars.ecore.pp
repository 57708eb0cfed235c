package MyModel

abstract type MyModelElement {}

abstract type Engine inherits MyModelElement {
  attr name, String
  has in_car, Car { containment => false, opposite => engine }
}

type Car inherits MyModelElement {
  annotation 'x' { documentation => 'a < "b"' }
  attr engine_kind, CarEngineKind
  attr x, EJavaObject
  attr o, EJavaObject
  attr extras, CarEngineKind { max => unbound }
  attr tags, String { max => unbound }
  attr k, EJavaObject
  attr l, Integer
  attr f, EFloat
  attr doors, EInt { default => 5 }
  attr name, String
  has engine, Engine { opposite => in_car }
  has cars, Car { max => unbound }
  has friends, Car { max => unbound, containment => false }
}

type CE inherits Engine {
  attr fuel, String
}

enum CarEngineKind { combustion, electric, hybrid }

package MyModel::Sub

enum Ee { q, true }

type T inherits Car {}

type U inherits Engine, MyModelElement {}
