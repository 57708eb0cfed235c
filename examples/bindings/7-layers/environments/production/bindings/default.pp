# Bindings that the operators may change.
bindings default {
  include [ntp, ssh]
  bind variables to { 'contact' => 'operations@example.org' }
  bind parameters ntp to { servers => ['ntp1.example.org', 'ntp2.example.org'] }
}
