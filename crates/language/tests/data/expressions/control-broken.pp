if $a 1
$x = 1
unless $a { } elsif $b { }
$y = 2
case $x { }
$z = 3
case $x { 1 { } }
$u = $v ? { 1 }
$w = 4
