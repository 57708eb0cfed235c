# What no environment may change.
bindings default {
  bind variables to { 'domain' => 'example.org' }
  bind parameters ssh to { port => 2222 }
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
