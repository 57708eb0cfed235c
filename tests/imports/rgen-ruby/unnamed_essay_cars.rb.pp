package MyModel

enum EngineEnum { combustion, electric, hybrid }

enum ExtraEquipmentEnum { gps, stereo, sun_roof, metallic }

enum FuelTypeEnum { diesel, petrol, etanol }

# What makes it easy to check whether an object is one of
# "MyModel".
abstract type MyModelElement {}

abstract type Engine inherits MyModelElement {
  has in_car, Car { containment => false, opposite => engine }
}

type Car inherits MyModelElement {
  # The kind of its engine.
  attr engine_kind, EngineEnum
  attr doors, EInt
  attr steering_wheel, String
  attr wheels, EInt
  attr extras, ExtraEquipmentEnum { max => unbound }
  has engine, Engine { opposite => in_car }
}

type CombustionEngine inherits Engine {
  attr fuel, FuelTypeEnum
}

type ElectricalEngine inherits Engine {
  attr charge_time_h, EInt
}

type ServiceOrder inherits MyModelElement {
  has serviced_engine, Engine { containment => false }
}
