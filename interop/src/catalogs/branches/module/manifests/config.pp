# The files of the service.
class thing::config (
  String[1] $mode,
  Pattern[/\A0[0-7]{3}\z/] $directory_mode = '0755',
) inherits thing {
  File {
    mode => $mode,
  }

  file { '/etc/thing':
    ensure => directory,
    mode   => $directory_mode,
  }

  file { '/etc/thing/main.conf':
    content => epp('thing/main.conf.epp', { 'size' => $size, 'limits' => $limits }),
    notify  => Exec['thing reload'],
  }

  file { '/etc/thing/list':
    content => template('thing/list.erb'),
    owner   => 'thing',
  }

  file { '/etc/thing/password':
    content => $password,
    mode    => '0400',
  }

  exec { 'thing reload':
    command     => ['/usr/bin/thing', 'reload', String($size)],
    refreshonly => true,
    environment => ["TEXT=${text}", 'LANG=C'],
  }
}
