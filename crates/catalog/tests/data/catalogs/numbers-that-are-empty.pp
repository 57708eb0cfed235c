notice(empty(1))
notice(empty(2.5), empty(undef), empty(''))
notice(empty(3), empty(4))
[1, 2].each |$x| { notice(empty($x)) }
#----
class a { notice(empty(1))
notice(1.empty) }
include a
#----
notice(
  empty(
    5))
#----
function f($x) { empty($x) }
notice(f(1))
notice(f(2))
notice([1, 2, 3].filter |$x| { empty($x) })
