bindings x {
  bind
  bind abstract variables to 'a'
  bind abstract
}
