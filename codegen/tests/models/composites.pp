# Types of several values.
package composites {
  uri    => 'urn:example:composites',
  prefix => 'c'
}

type Person {
  attr name, String
}

type Host {
  # What is known of it.
  attr vars, Hash[String, Integer]
  attr notes, Hash[String, Optional[String]]
  attr ports, Hash[Integer[-9, 1000], Array[String]]
  attr people, Hash[String, Person]
  attr deep, Hash[String, Hash[String, Boolean]]
  attr flags, Hash[Boolean, String, 0, 2]
  attr days, Hash[Timestamp, String]
  attr kinds, Hash[enum['first kind', other], Float]
  attr places, Hash[String, Struct[{ rack => Integer }]]
  attr ratios, Hash[Float, String]
  attr hosts, Hash[String, Host]
}
