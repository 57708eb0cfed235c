package lists_that_may_be_null

type Lists {
  attr texts, String { max => unbound, unique => false }
  has objects, Item { max => unbound }
  attr map, Hash[String, String]
  attr pair, Tuple[String, Integer]
  attr plain, String { max => unbound, unique => false }
}

type Item {
  attr a, String
}
