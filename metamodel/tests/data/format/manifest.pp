file   { 'x': ensure => present }
