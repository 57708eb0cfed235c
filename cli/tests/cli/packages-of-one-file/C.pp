package P {
  external => 'P.ecore'
  type Person {}
}

package N { uri => 'http://N' }

type R {
  has person, P::Person
  has many, P::Person { max => unbound }
  has one, P::Person { containment => false }
}
