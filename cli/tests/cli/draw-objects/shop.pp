package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Shop {
  attr name, String
  has items, Item { max => unbound }
  has best, Item { containment => false }
}

type Item {
  attr code, String { id => true }
  attr prices, Integer { max => unbound }
  attr note, String
  has like, Item { max => unbound, containment => false, opposite => liked_by }
  has liked_by, Item { max => unbound, containment => false, opposite => like }
}
