define d($n) { d { "x${n}": n => $n + 1 } } d { 'a': n => 1 }
