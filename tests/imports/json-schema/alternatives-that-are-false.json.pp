package alternatives_that_are_false

type Switches {
  attr object, Variant[Settings, Boolean[false]]
  attr boolean, Variant[Settings, Boolean]
  attr text, Variant[String, Boolean[false]]
  attr list, Variant[Array[String], Boolean[false]]
  attr number, Variant[Integer, Boolean[false]]
  attr either, Variant[Enum['x', 'y'], Boolean[false]]
}

type Settings {
  attr on, String
}
