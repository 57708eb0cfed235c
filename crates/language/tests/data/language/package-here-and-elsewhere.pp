package things {
  external => 'there/things.ecore'
  type Thing {}
}

package things {
  type Thing {
    attr name, String
  }
}

package here { uri => 'urn:here' }

type Part inherits things::Thing {}
