# The car of the post about RGen: attributes of one and of several values.
package attributes { uri => 'urn:example:cars:attributes' }

# Whether an object is an element of this model.
abstract type MyModelElement {}

enum EngineEnum { combustion, electric, hybrid }

enum ExtraEquipmentEnum { gps, stereo, sun_roof, metallic }

type Car inherits MyModelElement {
  attr engine, EngineEnum
  attr doors, Integer
  attr steering_wheel, String
  attr wheels, Integer
  attr extras, ExtraEquipmentEnum { max => unbound }
}
