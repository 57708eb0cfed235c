package Garage

# Reopened, with a superclass above.
type Car {
  attr plate, String { min => 1 }
  attr colour, String
}
