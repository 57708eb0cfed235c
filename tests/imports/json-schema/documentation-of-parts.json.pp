package documentation_of_parts

# An object.
#
# With two paragraphs.
type Documented {
  # Title only
  attr a, String
  # Old.
  #
  # Deprecated.
  attr b, String
  # Read only.
  attr c, String
  # Default: [ 1, 2 ]
  attr d, Integer { max => unbound, unique => false }
  # Needed.
  #
  # Default: "x"
  attr e, String { min => 1 }
  # Here it is special.
  attr f, Shared
}

# A shared number.
type Shared = Integer[1]
