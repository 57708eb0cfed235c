# What all nodes have.
# Ask the network team before a change.
bindings hiera::common {
  when common {
    # The servers for the time,
    # nearest first.
    bind 'ntp::servers' to ['time1.example.org', 'time2.example.org']
    bind 'motd' to "Welcome to ${::fqdn} (${lookup('site')})"
    bind 'site' to 'Berlin'
    bind 'apache_log' to "%{REMOTE_HOST} %{USER}"
    bind 'users' to { 'root' => { 'uid' => 0 }, 'ada' => { 'uid' => 1001 } }
    bind 'copy' to lookup 'users'
    bind 'password' to 'ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAx]'
  }
}
