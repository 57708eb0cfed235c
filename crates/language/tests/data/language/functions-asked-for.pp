package fine {
  functions => '1.1',
  uri => 'urn:example:fine',
  annotation 'x',
}

type D {
  attr a, String { check => $it == lookup('a') }
}

package fine::inner { functions => '1.0' }

package fine { functions => '1.1' }
