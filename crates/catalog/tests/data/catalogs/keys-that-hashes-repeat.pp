$h = { a => 1, b => { c => 1, c => 2 }, a => 3, 'a' => 4, 1 => 2, 1 => 3, true => 1, true => 2, undef => 1, undef => 2, 1.0 => 1, 1.0 => 2, "a" => 9 }
notice($h)
#----
notice({ "${1}" => 1, "${1}" => 2, Integer => 1, Integer => 2, $facts => 1, $facts => 2, 1 => 1, 1.0 => 2, '1' => 3 }.length)
#----
notice('first') define local { $h = { z => 1, z => 2 } } $y = [{ q => 1,
  q => 1 }] local { ['a', 'b']: } class unused { $k = { u => 1, u => 2 } } notify { 'x': * => { message => 'm', message => 'n' } }
