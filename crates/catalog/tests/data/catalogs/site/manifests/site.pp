$role = 'web'
node 'web1.example.com' {
  $site = 'north'
  include ntp
  include web
  notice(lookup('greeting'), lookup('list', Array, 'unique'), lookup('tree', { merge => deep }))
}
node default {
  $site = 'none'
  class { 'ntp': servers => ['own'] }
  notice(ntp::join_all(['a', 'b']))
}
