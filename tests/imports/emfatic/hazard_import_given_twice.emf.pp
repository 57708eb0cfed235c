package money {
  external => 'platform:/resource/p/money.ecore'
  type Price {}
  datatype Currency
}

package shop { uri => undef, prefix => undef }

type Item {
  has price, money::Price
  attr currency, money::Currency
}
