package cycle { uri => 'urn:example:cycle' }

type A {
  $id => 'first'
}

type B inherits A {}
