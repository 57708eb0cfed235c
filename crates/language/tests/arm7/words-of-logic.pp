# What logic may hold: literals, arithmetic, variables, lambdas, conditions, and the functions that go through lists.
type Thing {
  attr list, Integer { max => unbound }
  attr sum, Integer { derived => { $list.reduce(0) |$m, $x| { $m + $x } } }
  attr large, Integer { max => unbound, derived => { $list.select |$x| { $x > 2 } } }
  attr small, Integer { max => unbound, derived => { $list.reject |$x| { $x > 2 } } }
  attr twice, Integer { max => unbound, derived => { $list.collect |$x| { $x * 2 } } }
  attr last, Integer { derived => { $last = $list.each |$x| { $x } $last[-1] } }
  attr word, String { derived => { $sum ? { 0 => 'none', default => 'some' } } }
  attr size, String { derived => { unless 7 in $list { case $sum { 0: { 'none' } default: { "${sum}" } } } else { 'seven' } } }
  has copy, Thing { derived => { if $sum > 0 { Thing.new { list => $small } } } }
}
