bindings x {
  rebind "the meaning of life"

  # create an alias
  bind alias "the meaning of life" as "the meaning of love"

  # rename
  bind renamed "the meaning of life" as "the meaning of love"
}
