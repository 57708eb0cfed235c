# The head of the file.

# Doc of p.
package p { # behind the brace
  # above uri
  uri => 'u', # behind uri
  # below all
}
# An ordinary one.

# Doc of A.
type A # behind the name
  inherits B { # opens
  # doc of x
  attr x, String { min => 1 # why
  , max => 3 /* block */ } # behind x


  attr y, # in between
    Integer

  # the last
} # behind A
type B { # only this
}
enum E { # behind
  # doc of a
  a, # behind a
  b # behind b
}
# The end.
