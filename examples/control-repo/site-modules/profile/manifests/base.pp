# What every machine has.
class profile::base (
  String[1] $timezone,
  Hash[String[1], Hash] $admins,
  Array[String[1]] $resolvers = [],
) {
  file { '/etc/timezone':
    content => "${timezone}\n",
  }

  file { '/etc/resolv.conf':
    content => $resolvers.map |$address| { "nameserver ${address}\n" }.join,
  }

  $admins.each |$name, $account| {
    @user { $name:
      *          => $account,
      ensure     => present,
      managehome => true,
      tag        => 'admin',
    }
  }

  # Only admins with elevated rights have accounts on every machine.
  User <| tag == 'admin' and groups == 'wheel' |>

  # Every machine has a file with the address of each machine.
  file { '/etc/peers':
    ensure => directory,
  }

  @@file { "/etc/peers/${facts['networking']['fqdn']}":
    content => "${facts['networking']['ip']}\n",
    tag     => 'peer',
  }
  File <<| tag == 'peer' |>>
}
