package places {
  uri => 'https://example.org/places',
  annotation 'https://w3id.org/linkml/' { prefixes => '{linkml: https://w3id.org/linkml/}' },
}

type Place {
  attr title, String
}

type Town inherits Place {}
