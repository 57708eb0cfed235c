type Order {
  attr a, String, min => 1
  attr b, String, { min => 1 }
  attr c, String [min => 1]
  attr d, String (min => 1, max => 2)
  attr e, String min => 1
  attr f, String { min: 1 }
  attr g, String { min = 1, max => 2 }
  attr h, String { min 1 }
  has i, Order { max => * }
  attr last, String
}
