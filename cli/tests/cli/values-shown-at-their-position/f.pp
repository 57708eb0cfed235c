package f { uri => 'urn:f', prefix => 'f' }

type F {
  attr a, String[2, 3]
  attr b, Integer[1, 9] { max => 2 }
  attr c, Pattern[/\A(?i:x)\d\z/]
  attr d, String { min => 1 }
  attr e, Integer { check => { $it > 5 } }
  has kids, F { max => unbound }
  has friend, F { containment => false }
}
