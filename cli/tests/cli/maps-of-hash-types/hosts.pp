package hosts {
  uri    => 'urn:example:hosts',
  prefix => 'h'
}

type Person {
  attr name, String
}

type Host {
  attr vars, Hash[String, Integer]
  attr notes, Hash[String, Optional[String]]
  attr ports, Hash[Integer[-9, 1000], Array[String]]
  attr people, Hash[String, Person]
  attr deep, Hash[String, Hash[String, Boolean]]
  attr flags, Hash[Boolean, String, 0, 2]
  attr days, Hash[Timestamp, String]
  attr kinds, Hash[Enum['a', 'b'], Float]
  attr ratios, Hash[Float, String]
  attr rows, Array[Hash[String, Integer]]
}
