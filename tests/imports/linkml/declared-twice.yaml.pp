package declared_twice { uri => 'https://example.org/declared-twice' }

type Part {
  attr name, String
}
