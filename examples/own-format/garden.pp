# Beds, and what grows in them.
package garden { uri => 'urn:example:garden:1' }

# A garden with its beds.
type Garden {
  attr name, String { min => 1 }
  has beds, Bed { max => unbound }
}

# A bed, in square metres.
type Bed {
  attr name, String { min => 1 }
  attr area, Float
  has plants, Plant { max => unbound }
}

# What grows in a bed, and beside what it grows well.
type Plant {
  attr name, String { min => 1 }
  attr perennial, Boolean
  has neighbours, Plant { max => unbound, containment => false }
}
