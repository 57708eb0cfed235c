package Trees { uri => 'urn:trees', prefix => '' }

type Tree {
  attr label, String
}
