package parts { uri => 'urn:parts' }

type Tree {
  attr name, String
  has children, Tree { max => unbound, opposite => parent }
  has parent, Tree { containment => false, opposite => children }
  has stem, Tree
}
