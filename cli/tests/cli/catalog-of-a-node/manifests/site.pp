node /^web/ {
  $role = 'web'
  include ntp
}
node default {
  class { 'ntp': servers => 'not a list' }
}
