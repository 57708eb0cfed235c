bindings ntp::default {
  bind 'motd' to 'this node keeps the time'
  bind parameters ntp to { servers => ['0.pool.example.org', '1.pool.example.org'] }
}
