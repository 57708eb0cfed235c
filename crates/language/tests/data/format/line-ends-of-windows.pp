type   A { # c
  # doc
  attr x, String
}
