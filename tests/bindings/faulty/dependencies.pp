bindings x {
  bind dependency File['a'] <- Service['b']
  bind dependency File['a'] -> Service['b'] -> Service['c']
  bind dependency File['a']
}
