package embedded_resources { uri => 'https://example.org/outer' }

type Outer {
  has a, Inner
  has b, Local
}

type Inner {
  has deep, Local
}

type Local {
  attr y, Integer
}
