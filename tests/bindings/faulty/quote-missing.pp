bindings x {
  bind renamed "the meaning of life" as "the meaning of love"
  bind alias "the meaning of life" as "the meaning of love
}
