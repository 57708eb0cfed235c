package person {
  external => 'person.ecore'
  type Person {}
}

package house { uri => 'urn:house' }

type House {
  has owner, person::Person { min => 1 }
}
