define a($n) { b { "x${n}": n => $n + 1 } } define b($n) { a { "y${n}": n => $n } } a { 'a': n => 1 }
