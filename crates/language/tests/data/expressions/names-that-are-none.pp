$a = Foo::bar
$b = foo::
$c = ::Foo::Bar + ::foo::bar
$d = foo::Bar
$e = $::x + $x::y::Z + $_z
