package keywords_that_are_misspelt

type Order {
  attr number, String
  attr amount, Integer
  attr customer, Hash[String, Data]
}
