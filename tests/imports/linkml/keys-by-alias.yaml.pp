package extensions {
  uri => 'https://example.org/extensions',
  annotation 'https://w3id.org/linkml/' { prefixes => 'linkml: https://w3id.org/linkml/' },
}

type Extension {
  attr tag, Uriorcurie { min => 1 }
  has extensions, Extension { max => unbound, keys => [tag] }
}

# LinkML's type `uriorcurie`.
datatype Uriorcurie { base => String }
