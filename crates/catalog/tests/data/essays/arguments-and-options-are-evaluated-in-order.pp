# From the left to the right, and options from the top until one matches.
function f($x) {
  notice("f ${x}")
  $x
}
notice(f(1) + f(2), [f(3), f(4)], { f('k') => f('v') })
case f(2) {
  f(1): { notice('one') }
  f(2), f(3): { notice('two') }
  f(4): { notice('four') }
  default: { notice('default') }
}
$x = f('b') ? {
  f('a')  => 1,
  f('b')  => 2,
  default => f('c'),
}
notice($x)
#----
# `and` and `or` evaluate what decides.
function f($x) {
  notice("f ${x}")
  $x
}
notice(f(false) and f(true), f(true) or f(false))
#----
# Attributes are evaluated in their order, titles before them.
function f($x) {
  notice("f ${x}")
  $x
}
notify { f('title'):
  message => f('message'),
  tag     => f('tag'),
}
