# Books and who wrote them.
package library { uri => 'http://example.org/library' }

type Library {
  attr name, String
  has books, Book { max => unbound }
  has writers, Writer { max => unbound }
}

type Book {
  attr title, String { min => 1 }
  attr pages, Integer
  has author, Writer { containment => false, opposite => books }
}

type Writer {
  attr name, String { min => 1 }
  has books, Book { max => unbound, containment => false, opposite => author }
}
