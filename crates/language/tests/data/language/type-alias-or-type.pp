type A = Integer[0, 10]
type B = Variant[A, Array[
  A]]
type C { attr x, String }
type d::E = { a => 1 }
type F inherits C { }
