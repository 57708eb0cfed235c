package names_that_clash

type Item {
  has a, Item2
  has b, Item3
  has c, ItemS
  attr class, String
  attr type, String
  attr Name, String
  attr name, String
  attr 'with space', String
  attr 'quote\'', String
  attr "line\nbreak", String
  attr 'a::b', String
  has items, ItemItems
}

type Item2 {
  attr x, Integer
}

type Item3 {
  attr y, Integer
}

type ItemS {
  attr z, Integer
}

type ItemItems {
  attr x, Integer
}

type StringSchema {
  attr s, String
}

type Type1st {
  attr f, String
}

type IntegerSchema = Integer[3]

type ItemA {
  attr q, String
}

type OptionalSchema {
  attr o, Integer
}
