package maps_of_every_kind

type Maps {
  attr any, Hash[String, Data]
  attr texts, Hash[String, String]
  attr lists, Hash[String, Array[Integer]]
  attr maps, Hash[String, Hash[String, Float]]
  attr objects, Hash[String, MapsObjectsValue]
  attr nullable, Hash[String, Optional[String]]
  attr by_pattern, Hash[Pattern['\\Ax-'], Integer]
  attr keys, Hash[Pattern['\\A[a-z]+\\z'], Integer]
  has none, MapsNone
}

type MapsObjectsValue {
  attr x, Integer { min => 1 }
}

type MapsNone {}
