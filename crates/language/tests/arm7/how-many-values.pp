# What is not said follows from what is.
type Thing {
  attr nothing, String
  attr one, String { min => 1 }
  attr many, String { min => 2 }
  attr some, String { max => 2 }
  attr between, String { min => 1, max => 3 }
}
