type Order {
  attr a, String }
  attr b, String
  attr c, String
}
type Last {}
