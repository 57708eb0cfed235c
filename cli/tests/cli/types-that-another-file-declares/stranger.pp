package person {
  external => 'person.ecore'
  type Stranger {}
}

package house { uri => 'urn:house' }

type House {
  has owner, person::Stranger
}
