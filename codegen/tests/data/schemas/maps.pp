# Maps, whose entries have a short form: in the emf dialect where their keys are strings, in the plain one where they are
# no objects or floating-point numbers.
package maps {
  uri    => 'urn:example:maps',
  prefix => 'm'
}

type Maps {
  # What is said of it.
  attr notes, Hash[String, String]
  attr ages, Hash[String[1, 5], Integer[0, 150], 1, 3]
  attr by_number, Hash[Integer, String]
  attr by_port, Hash[Integer[1, 65535], Array[String]]
  attr by_flag, Hash[Boolean, Optional[Integer]]
  attr by_day, Hash[Timestamp, Hash[Enum['a', 'b'], String]]
  attr by_ratio, Hash[Float, String]
}
