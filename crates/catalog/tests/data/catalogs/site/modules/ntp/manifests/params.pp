# The parameters of platforms.
class ntp::params {
  $path = $facts['os']['family'] ? {
    'Debian' => '/etc/ntp.conf',
    default  => '/etc/other.conf',
  }
}
