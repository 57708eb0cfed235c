type Thing {
  attr a, String { min => 2, max => 1 }
  attr b, String { min => -1 }
  attr c, String { max => 0 }
  attr d, String { max => many }
}
