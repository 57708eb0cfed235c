package small { uri => 'urn:test:small', prefix => 's' }

type Small {
  attr name, String { min => 1 }
}
