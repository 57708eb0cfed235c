bindings default {
  bind 'a' to 0
  bind 'a' to 1
  bind 'a' to 2
  bind 'a' to 3
  bind 'a' to 4
  bind 'a' to 5
  bind 'a' to 6
  bind 'a' to 7
  bind 'a' to 8
  bind 'a' to 9
  bind 'a' to 10
  bind 'a' to 11
  bind 'a' to 12
  bind 'a' to 13
}
