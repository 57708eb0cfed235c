# The packages of the service.
class thing::install {
  Package {
    ensure => installed,
  }

  package { 'thing':
    ensure => $thing::version.lest || { 'present' },
  }

  package { ['thing-common', 'thing-tools']:
    require => Package['thing'],
  }

  @user { 'thing':
    ensure => present,
    uid    => 4200,
    groups => ['thing', 'adm'],
    tag    => 'service',
  }

  User <| tag == 'service' and title == 'thing' |> {
    shell => '/bin/false',
  }
}
