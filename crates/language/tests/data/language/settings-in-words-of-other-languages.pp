type Order {
  attr a, String { required => true }
  attr b, String { required => false }
  attr c, String { upperBound => 2 }
  attr d, String { key => true }
  has e, Order { many => true }
  has f, Order { max => -1 }
}
