# What a web shop writes once a day, in JSON of its own.
package orders { uri => 'urn:example:orders:1' }

datatype Decimal { instance_class => 'java.math.BigDecimal' }

# As text of the form "12.5 %".
datatype Percent { instance_class => 'java.lang.String' }

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
  attr currency, Pattern[/^[A-Z]{3}$/] { default => 'EUR' }
  attr discount, Percent
  attr pieces, Integer[1, 999] { default => 1 }
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
