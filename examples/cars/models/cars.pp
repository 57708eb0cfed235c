# Cars, what drives them, and orders to have that served.

package cars { uri => 'urn:example:cars:1', prefix => 'cars' }

# A car.
type Car {
  # What is on its plate.
  attr plate, String
  # How many doors it has.
  attr doors, Integer { default => 5 }
  # What was built in besides.
  attr extras, ExtraEquipment { max => unbound }
  # What drives it: part of one car at a time.
  has engine, Engine { opposite => in_car }
}

# What drives a car.
abstract type Engine {
  # The car that it is mounted in.
  has in_car, Car { containment => false }
}

# An engine that burns something.
type CombustionEngine inherits Engine {
  # What it burns.
  attr fuel, Fuel { default => petrol }
}

# An engine with a battery.
type ElectricalEngine inherits Engine {
  # How many hours it takes to charge.
  attr charge_time_h, Integer
}

# An order to serve an engine, which stays in its car.
type ServiceOrder {
  # The engine to be served.
  has serviced_engine, Engine { containment => false }
}

# What engines burn.
enum Fuel { diesel, petrol, ethanol }

# What can be built into a car.
enum ExtraEquipment { gps, stereo, sun_roof, metallic }
