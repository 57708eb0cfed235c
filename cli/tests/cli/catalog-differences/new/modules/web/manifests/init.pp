class web(Integer $port, String $greeting = 'hello', Sensitive $password = Sensitive('new secret')) {
  file { '/etc/web.conf':
    content => "port ${port}",
    mode    => '0600',
  }
  file { '/etc/web.password': content => $password }
  web::site { 'blog': }
  service { 'web': ensure => running, subscribe => File['/etc/web.conf', '/etc/web.password'] }
  if $facts['os'] == 'debian' { package { 'web': before => File['/etc/web.conf'] } }
}
