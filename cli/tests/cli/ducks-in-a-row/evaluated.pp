$b = 2
$c = 3
$a = $b + $c
$later = $a + 1
[$a, $later]
