$a = 1
$a = 2
#----
# In another scope it is another variable.
$a = 1
class c {
  $a = 2
  notice("${a}, ${::a}, ${c::a}")
}
include c
notice($a)
#----
# A block of an `if` is no scope, and a lambda is one.
if true {
  $a = 1
}
[1].each |$x| {
  $a = 2
  notice($a)
}
notice($a)
#----
$a = [1]
$a += [2]
#----
class c {
  $a = 1
}
include c
$c::a = 2
