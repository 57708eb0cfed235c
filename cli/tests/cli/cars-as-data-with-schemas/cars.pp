# A car has an engine, 2 to 5 doors, a steering wheel, brakes, and 3 or 4 wheels.
package cars { uri => 'urn:example:cars:data' }

type Car {
  has engine, Engine { min => 1 }
  attr doors, Integer[2, 5] { min => 1 }
  attr steering_wheel, String { min => 1 }
  attr brakes, String
  has wheels, Wheel { min => 3, max => 4 }
}

abstract type Engine {}

type CombustionEngine inherits Engine {}

type Wheel {
  attr place, String
}
