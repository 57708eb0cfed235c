package p
has z, String
}
type A { type B {} }
type B {
  check => 'x'
  title => { a => b }
  attr
  attr c, String
}
42
type C
enum
type
