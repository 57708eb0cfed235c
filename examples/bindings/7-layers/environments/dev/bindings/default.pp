# Bindings that the developers may change.
bindings default {
  include [ntp, ssh]
  bind variables to { 'contact' => 'developers@example.org' }
  bind parameters ntp to { servers => ['ntp.dev.example.org'] }
  bind parameters ssh to { root => false }
}
