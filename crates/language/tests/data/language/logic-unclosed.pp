type A {
  attr a, String {
    check => { if $a == 1 { "one" }
  }
  attr b, String { check => $b == }
  attr c, String { check => { $c + } }
  invariant { $a == "x
  attr d, Strin
}
type B {
  invariant "no logic"
  attr e, String
}
