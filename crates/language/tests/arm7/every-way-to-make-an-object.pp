type MyType {
  attr my_attr, Integer { default => 1 }
  attr names, String { max => unbound }
}
