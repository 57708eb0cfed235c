type Thing {
  attr a, Integer
  invariant "a block" { $a != 1 }
  invariant 'a lambda' |$t| { $t[a] != 2 }
  invariant "a bare expression" $a != 3
  invariant { $a != 4 }
  invariant |$t| { $t[a] != 5 }
  invariant $a != 6
}
