# The statements about a catalog, as a model.
package catalog { uri => 'urn:example:catalog' }

# What is applied: its own resources, then one section after the other.
type Catalog {
  has resources, Resource { max => unbound }
  has sections, Catalog { max => unbound }
}

# The state that is wanted of a thing.
type Resource {
  attr type, String { min => 1 }
  attr title, String { min => 1 }
  has properties, Setting { max => unbound }
  # What the provider needs for its work.
  has parameters, Setting { max => unbound }
  # These may be declared later.
  has requires, Resource { max => unbound, containment => false }
  attr virtual, Boolean
  attr exported, Boolean
  # Where it is from.
  attr origin, String
}

type Setting {
  attr name, String { min => 1 }
  attr value, Data
}
