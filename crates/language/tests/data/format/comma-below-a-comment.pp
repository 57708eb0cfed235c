enum   E { a
  # not of b
  , b }
