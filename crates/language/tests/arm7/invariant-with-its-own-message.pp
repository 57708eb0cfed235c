# The logic makes the message; what it gives where all is well is nothing.
type Pair {
  attr one_thing, Boolean
  attr another_thing, Boolean
  invariant {
    unless $one_thing and $another_thing { "Both one_thing, and another_thing must be set" }
  }
}
