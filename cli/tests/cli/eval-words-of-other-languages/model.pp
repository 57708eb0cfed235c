package kitchen { uri => 'urn:kitchen:1', prefix => 'k' }

type Cookbook {
  attr name, String { min => 1 }
  has recipes, Recipe { max => unbound, opposite => book }
  has cooks, Cook { max => unbound }
}

abstract type Dish {
  attr code, String { min => 1, id => true }
}

type Recipe inherits Dish {
  attr title, String { min => 1 }
  attr minutes, Integer[1, 600] { default => 30 }
  attr rating, Float
  attr vegan, Boolean
  attr published, Timestamp
  attr tags, String { max => unbound }
  attr course, Course { default => main }
  has book, Cookbook { containment => false }
  has author, Cook { containment => false, opposite => recipes }
  has ingredients, Ingredient { min => 1, max => unbound }
}

type Ingredient {
  attr name, String { min => 1 }
  attr grams, Integer
}

type Cook {
  attr nick, String { min => 1, id => true }
  has recipes, Recipe { max => unbound, containment => false, opposite => author }
}

enum Course { starter, main, sweet as 'dessert' }
