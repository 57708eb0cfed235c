package alternatives_beside_properties

abstract type Payment {
  attr amount, Float { min => 1 }
  attr currency, String
}

type Card inherits Payment {
  attr number, String { min => 1 }
  attr expires, String
}

type Transfer inherits Payment {
  attr iban, String { min => 1 }
}
