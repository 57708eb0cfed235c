bindings shop::default {
  bind Till, 'front' to Till.new({ number => 1, drawers => [new(Drawer, { name => 'left' })] })
  bind Till, 'back' to new(Till, { number => 2, backup => inject(Till, 'front') })
  bind 'number' to inject(Till, 'front').number
  bind 'door' to inject(Door)
}
