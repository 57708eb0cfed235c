type Order
  attr a, String
  attr b, String
}
type Last {}
