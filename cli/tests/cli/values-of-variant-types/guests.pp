package guests {
  uri    => 'urn:example:guests',
  prefix => 'g'
}

type Person {
  attr name, String
}

type Company {
  attr string, String
}

type Guest {
  attr plain, Variant[Integer, String]
  attr person, Variant[String, Person, Array[Integer]]
  attr small, Variant[Integer[0, 5], Integer[10, 20], Boolean]
  attr number, Variant[Integer, Float]
  attr word, Variant[Enum['a', 'b'], enum[c, d], Pattern[/x/], Integer]
  attr pattern, Variant[Pattern[/x/], Integer]
  attr day, Variant[Timestamp, String[0, 30]]
  attr map, Variant[String, Hash[String, Integer]]
  attr both, Variant[Person, Company]
  attr inner, Variant[Variant[Integer, String], Boolean]
  attr many, Array[Variant[Integer, String]]
  attr by_name, Hash[String, Variant[Integer, Person]]
  attr needed, Variant[Integer, String] { min => 1 }
  attr company, Variant[Company, String]
}
