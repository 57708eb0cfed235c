package goods { uri => 'urn:goods:1' }

type Line {
  attr count, Integer[1]
  has order, shop::Order { containment => false, min => 0 }
}
