package p
type A {
  has b, B { opposite => a }
  has c, B { opposite => aa }
  has d, B { opposite => n }
  has e, B { opposite => e1, containment => false }
  has k, B { keys => [nn] }
}
type B {
  has a, A { containment => false }
  attr n, String
  has e1, A { containment => false, opposite => b }
}
type C { has up, D { opposite => down } }
type D { has down, C { opposite => up, max => unbound } }
type E { has classes, EClass { containment => false, opposite => eSuperTypes } }
