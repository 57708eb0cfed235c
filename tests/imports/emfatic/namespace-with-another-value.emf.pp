package shop { uri => 'urn:shop' }

type Order {
  attr name, String
}
