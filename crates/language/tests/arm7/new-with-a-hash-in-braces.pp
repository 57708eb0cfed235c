type MyType { attr my_attr, Integer { default => 1 } }
type Holder {
  attr size, Integer
  has made, MyType { derived => { MyType.new { my_attr => $size } } }
  invariant "small" { if MyType.new { my_attr => $size }[my_attr] > 9 { false } }
}
