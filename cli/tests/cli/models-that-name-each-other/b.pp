package b { uri => 'urn:example:b' }

type Thing { attr number, Integer { check => $it > 0 } }

type House inherits Thing {
  has owner, a::Person { containment => false }
  has doors, c::Door { max => unbound }
}
