package own { uri => 'https://example.org/own' }

type Person {
  annotation 'https://w3id.org/linkml/' { icon => 'person.png' }
  attr id, String {
    min => 1,
    id => true,
    annotation 'https://w3id.org/linkml/' {
      widget => 'text',
      rank => '1',
      order => '1',
      rules => 'none',
    },
  }
  attr name, String { min => 1, annotation 'https://w3id.org/linkml/' { widget => 'text' } }
}
