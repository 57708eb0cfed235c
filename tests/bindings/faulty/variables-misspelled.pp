bindings x {
  bind abstract varibles to ['must_be_set', 'this_too']
  bind abstract variable Array[String] to ['blog_administrators']
  binf 'x' to 1
  multibnd Array, 'y'
}
