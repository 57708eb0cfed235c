package library { uri => 'urn:test:library', prefix => 'l' }

type Library {
  has books, Book { max => unbound }
  has authors, Author { max => unbound }
}

type Book {
  attr code, String { min => 1, id => true }
  has authors, Author { min => 1, max => unbound, containment => false, opposite => books }
  has sequel, Book { containment => false }
}

type Author {
  attr name, String { min => 1 }
  attr number, String { id => true }
  has books, Book { max => unbound, containment => false, opposite => authors }
}
