package shop {
  external => 'shop.pp'
  type Order {}
}

package goods { uri => 'urn:goods:1' }

type Line {
  attr count, Integer[1]
  has order, shop::Order { containment => false }
}
