class A { }
class a-b { }
class { }
define x ($y z) { }
node a-b.c { }
node a inherits b { }
type a = Integer
type A = integer
function f(,) { }
class z {
  $x = 1
