bindings x {
  bind 'a' to 1 { map => { a => b }, select_result => |$x| { $x } }
  bind 'b' to 1 { singleton => 3 }
  multibind Array[String], 'c' as 'd' { conflict_resolution => merge }
  multibind Hash[String], 'c' as 'd' { conflict_resolution => guess, flatten => 'deep', uniq => 1 }
  multibind String, 'e'
  bind parameters A to B[c] { map => 'x', combinator => |$a| { $a } }
  multibind Array, 'f' to 3
  rebind 'g' to 4
  bind 'h' to { 'a' => 1 } { producer_args => 3 }
}
