class web(Integer $port, Array $users, String $greeting = 'hello') {
  file { '/etc/web.conf':
    content => "port ${port}",
    mode    => '0644',
  }
  file { '/etc/secret': content => Sensitive('do not show') }
  service { 'web': ensure => running, subscribe => File['/etc/web.conf'] }
  $users.each |$user| { user { $user: } -> Service['web'] }
}
