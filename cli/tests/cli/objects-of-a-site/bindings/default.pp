bindings default {
  when node 'a' {
    bind override Till, 'front' to Till.new({ number => 7 })
  }
}
