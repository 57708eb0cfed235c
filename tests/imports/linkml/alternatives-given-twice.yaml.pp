package alternatives { uri => 'https://example.org/alternatives' }

type Owner inherits ItemMaker {
  attr id, String { min => 1, id => true }
}

type Shop inherits ItemMaker {
  attr id, String { min => 1, id => true }
}

type Item {
  has maker, ItemMaker { containment => false }
  has seller, ItemMaker { containment => false }
  has buyer, Owner { containment => false }
}

# One of several classes that a slot allows.
abstract type ItemMaker {}
