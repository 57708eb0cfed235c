if $a { 1 } elsif $b { 2 } elsif $c { } else { 3 }
unless $a { 1 } else { 2 }
$x = case $y {
  1, 2: { a }
  default: { }
  /x/, *$z: { b c }
}
$w = if $a { 1 } else { 2 }
$v = $u ? { a => 1, 'b' => 2, default => { } , }
if $a in [1] { }
