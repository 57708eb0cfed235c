package order

type Order {
  attr number, String
}
