$b = 1
$c = 2
$a = $b + $c
notice($a)
#----
# What gets its value later has none yet.
notice("before: ${late}")
$late = 1
notice("after: ${late}")
#----
# The value of a declaration is that of its evaluation, not that of the end.
class a {
  notify { 'early': message => "x is ${b::x}" }
  include b
  notify { 'late': message => "x is ${b::x}" }
}

class b {
  $x = 1
}

include a
