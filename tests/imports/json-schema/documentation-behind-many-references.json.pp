package documentation_behind_many_references

type Chain {
  # The nearest.
  #
  # Deprecated.
  #
  # Read only.
  attr near, Integer { default => 2 }
  # In the middle.
  #
  # Deprecated.
  #
  # Read only.
  attr far, Integer { default => 2 }
}
