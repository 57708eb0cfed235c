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
  when role database {
    include postgresql
  }
  # The usual class cannot keep the time on these.
  when role clock {
    exclude ntp
    include ntp2
    bind parameters ntp2 to ntp
  }
  when role web {
    include apache
    bind parameters ssh to { port => 22 }
  }
}
