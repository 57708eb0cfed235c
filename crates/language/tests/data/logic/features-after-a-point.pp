package shop { uri => 'urn:shop' }

type Shop {
  attr name, String
  has books, Book { max => unbound }
  has best, Book
  attr size, Integer
  invariant 'cheap' { $books.all |$b| { $b.pages < 1000 } }
}

type Book {
  attr title, String
  attr pages, Integer { default => 100 }
}
