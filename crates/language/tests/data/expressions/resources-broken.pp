file { mode => 1 }
foo { }
@ $x
$x = 1
1 { a => 2 }
file { 'a' mode => 1 }
$y = 2
file { 'a': mode 1 }
$z = 3
