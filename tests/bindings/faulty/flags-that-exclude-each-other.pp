bindings x {
  bind abstract 'a' to 1
  bind 'b'
  bind abstract parameters ntp to { a => 1 }
  bind abstract map A to B { a => b }
  bind map A to B
  bind abstract variables to { a => 1 }
  bind variables to ['a']
}
