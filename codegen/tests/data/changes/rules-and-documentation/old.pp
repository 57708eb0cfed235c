# One.
package shop { uri => 'urn:example:shop:1', prefix => 's' }

# A thing.
type Item {
  # Its price.
  attr price, Integer { check => $it > 0 }
  invariant 'kept' { $price != 5 }
  invariant 'dropped' { $price != 6 }
}
