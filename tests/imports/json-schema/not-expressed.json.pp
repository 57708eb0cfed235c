package not_expressed

type Rules {
  attr step, Float
  attr some, Integer { max => unbound, unique => false }
  attr word, String
  attr ahead, String
  attr many, Hash[String, Integer]
  attr card, String
  attr address, String
  attr x, Data
  attr none, Data
  attr data, Data
}
