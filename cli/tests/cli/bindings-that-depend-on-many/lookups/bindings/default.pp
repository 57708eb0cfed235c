bindings default {
  bind 'a' to lookup 'b'
  bind 'b' to lookup 'c'
  bind alias 'a' as 'c'
  when node 'web1' { bind 'b' to 1 }
}
