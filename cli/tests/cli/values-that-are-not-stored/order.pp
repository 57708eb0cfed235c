package order { uri => 'urn:order' }

type Order {
  attr net, Integer
  attr draft, Boolean { transient => true }
  attr gross, Integer { derived => { $net * 119 / 100 } }
  attr notes, String { max => unbound, unsettable => true }
  has items, Item { max => unbound }
  has first, Item { containment => false }
}

type Item {
  attr name, String { id => true }
}
