type Order {
  attr a, String { default => “x” }
  attr b, String
}
