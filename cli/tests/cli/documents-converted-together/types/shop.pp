package shop { uri => 'urn:shop' }

type Order {
  has lines, goods::Line { max => unbound }
}
