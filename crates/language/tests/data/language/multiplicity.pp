type A {
  attr a, String { min => 2 }
  attr b, String { min => 2, max => 1 }
  attr c, String { min => -1 }
  attr d, String { max => 0 }
  attr e, Array[String, 1, 3] { min => 1, max => 3 }
  attr f, Array[String, 1, 3] { max => 4 }
  attr g, Array[String, 3, 1]
  attr h, Array[String]
  attr i, String { min => 0, min => 1 }
  attr j, String { setable => true, settable => false }
  attr k, String { max => lots }
  attr l, String { min => 3000000000 }
}
