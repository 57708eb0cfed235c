# Each basic type, an enumeration in place, and the types that the post advises against.
package types { uri => 'urn:example:cars:types' }

type Car {
  attr s, String
  attr i, Integer
  attr f, Float
  attr n, Numeric
  attr b, Boolean
  attr e, enum[combustion, electric, hybrid]
  attr anything, Any
  attr thing, Thing { transient => true }
}

datatype Thing { instance_class => 'java.lang.Object', serializable => false }

# Classes of other languages may be interfaces.
abstract interface type Drivable {}
