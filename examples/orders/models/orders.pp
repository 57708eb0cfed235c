# What a web shop writes once a day, in JSON of its own.
package orders { uri => 'urn:example:orders:1' }

datatype Decimal { instance_class => 'java.math.BigDecimal' }

type Export {
  attr made, EDate { min => 1 }
  attr rates, Hash[String, Float]
  has people, Person { max => unbound }
  has orders, Order { max => unbound }
}

type Person {
  attr id, String { min => 1, id => true }
  attr name, String { min => 1 }
}

type Order {
  attr id, String { min => 1, id => true }
  attr amount, Decimal { min => 1 }
  attr currency, String { default => 'EUR' }
  attr state, State { default => open }
  has person, Person { containment => false, min => 1 }
  has payment, Payment
}

abstract type Payment {}

type Card inherits Payment {
  attr number, String { min => 1 }
}

type Cash inherits Payment {
  attr paid, Decimal { min => 1 }
}

enum State { open, paid, sent }
