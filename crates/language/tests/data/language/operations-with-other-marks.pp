type Order {
  operation a() -> Integer
  operation b(): List<String>
  operation c(a: Integer) >> Integer
  operation d(Integer a) >> Integer
  attr last, String
}
