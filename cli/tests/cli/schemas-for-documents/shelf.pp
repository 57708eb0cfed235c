package shelf { uri => 'urn:example:shelf', prefix => 's' }

type Shelf {
  has books, Book { max => unbound }
}

type Book {
  attr title, String
  attr pages, Integer
}
