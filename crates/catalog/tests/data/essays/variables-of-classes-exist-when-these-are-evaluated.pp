# A class that is known, but was not evaluated, has no variables.
class b {
  $x = 'of b'
}
notice("before: ${b::x}")
include b
notice("after: ${b::x}")
#----
# Defined types are evaluated later, so that the class is.
define d {
  notice("${title}: ${b::x}")
}
class b {
  $x = 'of b'
}
d { 'd': }
include b
#----
# Parameters of a class may use those of a class that was evaluated before.
class a ($of_b = $b::x) {
  notice("${of_b}")
}
class b {
  $x = 'of b'
}
include b
include a
#----
# An inherited class is evaluated first.
class a inherits b {
  notice($x)
}
class b {
  $x = 'of b'
}
include a
#----
# Variables of callers are not visible.
class a {
  $x = 'of a'
  include b
}
class b {
  notice("x is ${x}")
}
include a
