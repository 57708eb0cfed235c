$a = { }
$b = { a => 1, 'b' => 2, 3 => { c => [] }, type => function, default => $x = 1, }
$c = [type, function, a => 1, b => 2, 3]
foo(type => 1)
