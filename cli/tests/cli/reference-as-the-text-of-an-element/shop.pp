package shop { uri => 'urn:example:shop:1', prefix => 'shop' }

type Shop {
  has orders, Order { max => unbound }
  has people, Person { max => unbound }
}

type Order {
  has buyer, Person { containment => false }
}

type Person {
  attr name, String
}
