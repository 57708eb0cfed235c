# An engine that does not know its car.
package oneway { uri => 'urn:example:cars:oneway' }

abstract type MyModelElement {}

abstract type Engine inherits MyModelElement {}

enum FuelTypeEnum { diesel, petrol, etanol }

type CombustionEngine inherits Engine {
  attr fuel, FuelTypeEnum
}

type ElectricalEngine inherits Engine {
  attr charge_time_h, Integer
}

type Car inherits MyModelElement {
  has engine, Engine
  has wheels, Wheel { max => unbound }
}

type Wheel inherits MyModelElement {}

type ServiceOrder inherits MyModelElement {
  has serviced_engine, Engine { containment => false }
  has parts, Wheel { containment => false, max => unbound }
}
