$a = foo(1, , 2)
$b = 1
class x {
  file { 'a':
    ensure => = present,
  }
  $c = 1 + + * 2
  $d = 2
}
$e = ]
$f = 3
$g = if { }
$h = 4
