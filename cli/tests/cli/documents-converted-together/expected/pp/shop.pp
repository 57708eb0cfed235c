package goods {
  external => 'goods.pp'
  type Line {}
}

package shop { uri => 'urn:shop' }

type Order {
  has lines, goods::Line { max => unbound }
}
