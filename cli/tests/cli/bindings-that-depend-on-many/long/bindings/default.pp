bindings default {
  bind 'k0' to "${1 / 0}"
  bind 'k1' to [lookup('k0')]
  bind 'k2' to [lookup('k1')]
  bind 'k3' to [lookup('k2')]
  bind 'k4' to [lookup('k3')]
  bind 'k5' to [lookup('k4')]
  bind 'k6' to [lookup('k5')]
  bind 'k7' to [lookup('k6')]
  bind 'k8' to [lookup('k7')]
  bind 'k9' to [lookup('k8')]
  bind 'k10' to [lookup('k9')]
  bind 'k11' to [lookup('k10')]
  bind 'k12' to [lookup('k11')]
  bind 'k13' to [lookup('k12')]
  bind 'k14' to [lookup('k13')]
}
