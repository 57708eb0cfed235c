type A {
  attr x, String {
    min => 1

type B {
  has y, A
}
