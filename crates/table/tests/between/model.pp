package shop { uri => 'urn:test:shop', prefix => 's' }

type Entry {
  attr number, String { min => 1, id => true }
  has customer, Customer { min => 1, containment => false }
  has others, Entry { max => unbound, containment => false }
  has customers, Customer { max => unbound }
}

type Customer {
  attr number, String { min => 1, id => true }
}
