notice "x"
notice 1, 2
include a, b::c
include
  d
notice { a => 1 }
foo()
foo(1, *$x, a => 1, b => 2)
foo (1)
foo
(1)
$x.foo
$x.foo::bar(1) |$y| { $y }
$x.each |Integer $i, String[1, 2] $v = 'a', *$rest| >> Array[String] { notice($i) }
with(1) || { }
with(1) |$a| { $b = $a $b }
$x.type
type($x)
Foo['a'].bar
Foo(1)
Foo[1](2)
return(1)
$x.map |$y| { $y }.filter |$z| { $z }
