package i { uri => 'urn:i', prefix => 'i' }

type A {
  attr n, Integer
  invariant positive { $n > 0 }
}
