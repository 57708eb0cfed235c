package goods { uri => 'urn:goods:2' }

type Line {
  attr count, Integer[2]
  has order, shop::Order { containment => false, min => 0 }
}
