package shop { uri => 'urn:shop:1' }

type Order {
  has buyer, people::Person { containment => false }
  has lines, goods::Line { max => unbound }
}
