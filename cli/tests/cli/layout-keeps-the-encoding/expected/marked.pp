type A {
  attr x, String
} # grün €
