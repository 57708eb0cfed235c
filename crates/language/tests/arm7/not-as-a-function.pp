type Pair {
  attr one_thing, Boolean
  attr another_thing, Boolean

# Invariant using logic to produce message
invariant {
  if not ($one_thing and $another_thing) { "Both one_thing, and another_thing must be set" }
}
}
