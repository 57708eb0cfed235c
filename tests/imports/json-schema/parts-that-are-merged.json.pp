package parts_that_are_merged

type Merged {
  attr a, String { min => 1 }
  attr b, String[2, 5]
  attr c, Integer { min => 1 }
  attr d, Integer
}

type Base {
  attr c, Integer
  attr d, Integer
}

type Narrow {
  attr c, Integer
  attr d, Integer { min => 1 }
}
