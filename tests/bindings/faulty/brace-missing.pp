bindings x {
  when node 'a' {
    bind 'a' to 1

bindings y {
  bind 'b' to 2
}
