bindings default {
  include ntp
  bind parameters ntp to { servers => ['0.pool.example.org'] }
  bind 'motd' to "welcome to ${::fqdn}"
}
