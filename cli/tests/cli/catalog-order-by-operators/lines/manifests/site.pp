package { 'shop': before => Notify['installed'] } -> service { 'shop': }
notify { 'installed': }
file { ['/etc/shop', '/srv/shop']: }
File['/etc/shop'] ~> Service['shop']
File['/srv/shop'] -> Notify['installed']
File['/srv/shop'] -> Service['shop']
