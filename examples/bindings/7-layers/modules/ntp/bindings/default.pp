bindings ntp::default {
  bind parameters ntp to {
    servers => ['0.pool.example.org', '1.pool.example.org'],
    driftfile => '/var/lib/ntp/drift',
  }
}
