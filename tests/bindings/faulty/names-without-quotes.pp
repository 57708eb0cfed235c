bindings x {
  bind meaning to 42
  bind Integer, size to 42
  bind to 'Mary' in list
  when node kermit.example.com { bind 'a' to 1 }
  when node /x/ { bind 'b' to 2 }
  bind "a ${b}" to 1
}
