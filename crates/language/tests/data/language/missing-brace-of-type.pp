type A {
  attr x, String

type B {
  has y, A
}
