package people { uri => 'urn:people' }

type Person {
  attr name, String { id => true }
  has friend, Person { containment => false, min => 0 }
}
