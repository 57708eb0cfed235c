# A manifest is not a file of types: one problem says how to read it.
node default {
  include base
}
class base {
  file { '/etc/motd': ensure => file }
}
$x = 1
