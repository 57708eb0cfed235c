# Who binds more, and on which side.
$a = 1 + 2 * 3 - 4 / 5 % 6
$b = !$x in $y and -$z =~ /a/ or $w
$c = 1 < 2 == 3 >= 4
$d = 1 << 2 + 3 >> 4
$e = $f = 3
$g = - 1 - -1
$h = $x == 1 ? { 1 => 2, default => 3 } and true
$i = $x ? 'a' => 'b'
$j = [*$x, *[1, 2]]
$k = !$a[1].b
$l = 8 / 2 / 2
$m = $x !~ Integer[0, 10]
[$n, $o] = [1, 2]
