foo(1 2)
foo 1, 2
$x.foo(1,)
$x.(1)
$x.if
with(1) |y| { }
notice(1);
