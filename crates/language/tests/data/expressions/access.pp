$a = $x[1]
$b = $x[1, 2][3]
$c = Foo[a, b]
$d = $x [1]
$e = Foo['a' => 1, 'b' => 2]
$f = Hash[String,
  Integer,]
$g = Foo
[1]
