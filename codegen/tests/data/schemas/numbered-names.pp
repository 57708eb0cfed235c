# A feature of `Sub` is spelled like the numbered name of a field of `Base`.
package numbered { uri => 'urn:example:numbered', prefix => 'numbered' }

type Base {
  attr fooBar, String
  attr foo_bar, String
}

type Sub inherits Base {
  attr foo_bar_2, String
}
