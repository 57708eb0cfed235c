bindings default {
  bind 'a' 1
  bind 'b' => 'x'
  bind 'c' = ['x', 'y']
  bind Integer, 'd' 4
  bind Integer 5
  bind ntp::port to 123
  bind ntp port to 123
  bind 'e' TO 1
  bind 'f' in 'list'
  bind abstract 'g' include ntp
  bind abstract 'h'
  bind 'i' to 1
}
