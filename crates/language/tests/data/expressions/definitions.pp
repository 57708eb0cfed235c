class a { }
class a::b ($x, String $y = 'z', Integer[0, 1] $w = 1,) inherits a { notice $x }
class a::c inherits default { }
define a::d ($x = 1) { }
define e { }
function a::f(Integer $x, *$y) >> Optional[String] { $x }
function g { }
node default { }
node 'a', "b", /c/, d.e.f, 10.0.0.1 { include a }
type A = Integer[0, 1]
type A::B = Variant[A, Array[
  A,
]]
type A::C = { a => 1 }
type A::D = Object { b => 1 }

