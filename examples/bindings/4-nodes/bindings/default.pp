bindings default {
  include [ntp, ssh]
  bind variables to {
    'contact' => 'operations@example.org',
    'domain' => 'example.org',
  }
  bind parameters ntp to { servers => ['ntp1.example.org', 'ntp2.example.org'] }
  bind parameters ssh to { port => 2222 }
  when environment dev {
    bind variables to { 'contact' => 'developers@example.org' }
    bind parameters ntp to { servers => ['ntp.dev.example.org'] }
  }
  when node 'db1.example.org' {
    include postgresql
  }
  # The usual class cannot keep the time on this one.
  when node 'clock.example.org' {
    exclude ntp
    include ntp2
    bind parameters ntp2 to ntp
  }
  when node 'web1.example.org' or 'web2.example.org' or 'web3.example.org' {
    include apache
    bind parameters ssh to { port => 22 }
  }
}
