package vehicles_by_inheritance

type Fleet {
  has vehicles, FleetVehiclesItem { max => unbound }
  has flagship, Car
}

abstract type FleetVehiclesItem {}

type Car inherits FleetVehiclesItem, Vehicle {
  attr doors, Integer { min => 1 }
}

type Truck inherits FleetVehiclesItem, Vehicle {
  attr load, Float { min => 1 }
  attr axles, Integer
}

type Vehicle {
  attr plate, String { min => 1 }
  attr wheels, Integer[2]
}
