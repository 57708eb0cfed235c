bindings default {
  include ntp
  bind 'motd' to "welcome to ${::fqdn}"
  when environment dev {
    bind 'motd' to 'this is a test'
  }
  when role web {
    bind parameters ntp to { servers => ['ntp.example.org'] }
  }
}
