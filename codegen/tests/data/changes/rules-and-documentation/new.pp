# Two.
package shop { uri => 'urn:example:shop:1', prefix => 's' }

# Something.
type Item {
  # What it costs.
  attr price, Integer { check => $it > 1 }
  invariant 'kept' { $price != 5 }
  invariant 'added' { $price != 7 }
}
