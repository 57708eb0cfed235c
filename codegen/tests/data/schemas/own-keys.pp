# Features with the names of keys that the emf dialect has for itself, or may have.
package keys {
  uri    => 'urn:example:keys',
  prefix => 'k'
}

type Keys {
  attr eClass, String { min => 1 }
  attr _id, Integer
  attr type, String
}
