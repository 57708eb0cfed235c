# The stock of a bookshop.
package shop { uri => 'urn:example:shop:1' }

type Shop {
  attr name, String
  has books, Book { max => unbound }
}

type Book {
  # The title on its cover.
  attr title, String { min => 1 }
  attr price, Float[0.0]
  attr genre, Genre { default => novel }
}

enum Genre { novel, poetry, reference }
