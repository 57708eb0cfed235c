# The short examples of the proposal as it has them: attributes without a type are strings, and the invariant is
# written the wrong way round, so that it refuses all but what it is meant to refuse.
type Thing {
  attr ensure, enum[present, absent]
  attr content, String

# Using invariant title as message
invariant "Can not specify ensure => absent, and content at the same time" {
  $ensure == absent and $content != undef
}

# Using default message for attribute check
attr foo {
  check => $it != ""
}

# Checking attribute, using its name
attr bar {
  check => { if $bar == "" { "bar can not be set to an empty string" } }
}

# Checking attribute using a lambda (with shorter name).
attr the_thing_with_a_long_name {
  check => |$x| { if $x == "" { "the_thing_with_a_long_name can not be set to an empty string" } }
}
}
