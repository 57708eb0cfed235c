package Shop { uri => 'urn:example:shop?a=1&b=2', prefix => 'shop' }

# An item with "quotes", <signs> & a
# second line
type Item {
  attr kind, ItemKind
  attr shade, ItemKind
  has owner, EObject { containment => false }
}

enum ItemKind { a, b }

enum Anonymous { c }

package Shop::Inner

type Box inherits Item {}
