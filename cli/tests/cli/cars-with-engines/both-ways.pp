# An engine that knows its car, and relations of each kind.
package bothways { uri => 'urn:example:cars:bothways' }

abstract type Engine {
  has in_car, Car { containment => false }
}

type CombustionEngine inherits Engine {}

type Garage {
  has cars, Car { max => unbound, opposite => garage }
  has drivers, Driver { max => unbound }
  has engines, CombustionEngine { max => unbound }
}

type Car {
  attr name, String { min => 1, id => true }
  has garage, Garage { containment => false }
  has engine, Engine { opposite => in_car }
  # One to many.
  has owner, Driver { containment => false, opposite => owned }
  # Many to many.
  has drivers, Driver { containment => false, max => unbound, opposite => drives }
}

type Driver {
  attr name, String { min => 1, id => true }
  has owned, Car { containment => false, max => unbound }
  has drives, Car { containment => false, max => unbound }
}
