bindings default {
  include ntp
  bind parameters ntp to { servers => ['0.pool.example.org', '1.pool.example.org'] }
  bind 'motd' to "welcome to ${::fqdn}"
  when environment dev {
    bind 'motd' to 'this is a test'
  }
  when node 'web1.example.org' {
    bind parameters ntp to { servers => ['ntp.example.org'] }
  }
}
