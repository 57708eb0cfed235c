package p
tpye First { attr a, String }
type Second {
  atr b, String
  attr c, Stirng
  attr d, String { mni => 1 }
  attr e String
  attr f, String { min => 1 max => 2 }
  attr g, String { min => many }
  attr h, String { unsettable => 1 }
  has i Second
  has j
  attr k, String { min = 1 }
  operation l(String x)
}
type Third inherit Second {}
enum Color { red green, blue }
datatype Money { instance_clas => 'x' }
