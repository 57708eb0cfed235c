# About these.
bindings x {
  bind Integer, 'typed' to 1
  bind 'a::b' to 1
  bind override 'flag' to 1
  bind final 'flag2' to 1
  bind abstract 'flag3'
  bind 'contribution' to 1 in 'id'
  bind 'lookup' to lookup 'x'
  bind 'function' to 1 { transformer => |$x| { $x } }
  bind 'required' to $::x
  bind 'optional' to optional 1
  bind 'twice' to 1
  bind 'twice' to 2
  multibind Array[String], 'm' as 'm'
  bind parameters Web[one] to { 'a' => 1 }
  bind parameters ntp to { 'a b' => 1 }
  bind parameters ntp2 to Sql[one] { map => ['a'] }
  bind variables to { 'a' => 1 }
  bind map A to B ['a']
  bind alias 'a' as 'b'
  bind dependency A[a] -> B[b]
  include ntp
  exclude ssh
  when node 'a' {
    bind 'c' to 1
  }
}

bindings y {}

site {}
