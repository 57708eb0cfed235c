# Outside of the place where they mean something, the words of the language are names.
type Thing {
  attr attr, String
  attr has, String
  attr min, Integer { min => 1 }
  attr invariant, String
  attr type, String
  attr _odd, Integer
  attr Tall, Integer
  has abstract, Thing
  invariant { $min > 0 and $type != 'no' }
}
