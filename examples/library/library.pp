# A small library: what it owns, and who wrote it.

package library { uri => 'urn:example:library:1', prefix => 'lib' }

# A library with everything that it owns.
type Library {
  # Its name on the door.
  attr name, String { min => 1 }
  # What can be borrowed, in the order of acquisition.
  has items, Item { max => unbound, opposite => library }
  # Everyone who wrote one of the books.
  has authors, Author { max => unbound }
}

# Something that can be borrowed.
abstract type Item {
  # The number on its label.
  attr code, String { min => 1, id => true }
  # The title on its cover.
  attr title, String { min => 1 }
  # Since when the library owns it.
  attr acquired, Timestamp
  # Words to find it by.
  attr keywords, String { max => unbound }
  # The library that owns it.
  has library, Library { containment => false }
}

# A printed book.
type Book inherits Item {
  # The number of its last page.
  attr pages, Integer
  # Where it stands.
  attr genre, Genre { default => novel }
  # Who wrote it; at least one.
  has authors, Author { min => 1, max => unbound, containment => false, opposite => books }
}

# A magazine that appears again and again.
type Journal inherits Item {
  # Its running number, from 1.
  attr issue, Integer[1] { min => 1 }
}

# A person who writes.
type Author {
  # How the name is printed.
  attr name, String { min => 1 }
  # What the library has of this author.
  has books, Book { max => unbound, containment => false, opposite => authors }
}

# The shelves.
enum Genre {
  novel,
  # Both kinds of tales that could not have happened.
  science_fiction as 'science fiction',
  reference = 10,
}
