type A {
  attr password, String {
    check => { if $password =~ /:/ { A ':' is not allowed in a password } }
  }
  attr b, String { check => { $x = 1 $y::z = 2 $b } }
}
