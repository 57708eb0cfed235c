type Order {
  attr a => String
  attr b = String
  attr c: List<String>
  attr d?, String
  attr: e, String
  attr f, g, String
  attr h, type => String
  has i, type => Line
  attr j = 'x'
  attr k, String = 'x'
  attr l, String default 'x'
  attr m, Other.Money
  attr n, 'String'
  has o, Line*
  attr last, String
}
type Line {}
package Other
datatype Money
