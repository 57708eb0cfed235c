class web(Integer $port, String $greeting = 'hello', Sensitive $password = Sensitive('old secret')) {
  file { '/etc/web.conf':
    content => "port ${port}",
    mode    => '0644',
  }
  file { '/etc/web.password': content => $password }
  web::site { 'shop': }
  service { 'web': ensure => running, subscribe => File['/etc/web.conf'] }
  if $facts['os'] == 'debian' { package { 'web': before => File['/etc/web.conf'] } }
}
