type Order {
  type Line {
    attr a, Strin
    has order, Order
  }
  attr b, String
  has lines, Line
}
