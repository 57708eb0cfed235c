notify { 'a': } -> notify { 'b': } ~> notify { 'c': } notify { ['d', 'e']: before => Notify['a'] } Notify['d'] <- Notify['a']
#----
notify { 'a': before => [Notify['b'], Notify['c']] } notify { ['b', 'c']: } Notify <| title == 'b' |> ~> Notify <| title == 'c' |>
#----
User <| title == 'nope' |> -> notify { 'x': } notify { 'w': } -> User <| |> -> notify { 'y': }
#----
service { 's': ensure => running, require => [Package['p'], undef], subscribe => [[File['/a']], [File['/b']]] } package { 'p': } file { ['/a', '/b']: }
#----
Notify['a'] -> Notify['b'] notify { 'a': before => 'Notify[b]' } notify { 'b': require => 'Notify[a]' } 'Notify[a]' -> 'Notify[b]'
#----
[Notify['a'], Notify['b']] -> [Notify['c'], Notify['c']] notify { ['a', 'b', 'c']: }
#----
Notify['a'] -> 3
#----
Foo::Bar['x'] -> Notify['a']
#----
class a { notify { 'n': } Notify['n'] -> B['b'] b { 'b': } } define b { notify { "b": } } include a Class['a'] ~> notify { 'end': }
#----
file { '/d': ensure => directory } -> file { '/d/f': content => 'x', require => File['/d/'] }
#----
user { 'u': } group { 'g': } User['u'] -> Group['g'] cron { 'c': command => 'x' } mount { '/m': } host { 'h': ip => '1' } yumrepo { 'y': }
#----
notify { 'a': message => { 'k' => [File['/x'], Class['c']] } } file { '/x': } class c {} include c
#----
notify { 'a': require => [Class['c'], File['/x', '/y']] } file { ['/x', '/y']: } class c {} include c
#----
notify { 'a': require => File['/x'] }
