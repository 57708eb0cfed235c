# The service with other rights.
class thing::strict inherits thing::config {
  File['/etc/thing/main.conf'] {
    mode    => '0400',
    require +> Package['thing-tools'],
  }

  notify { 'thing strict':
    before => File['/etc/thing'],
  }
}
