file { '/a': ensure => file, mode => '0644'; '/b': ; }
file { ['/c', '/d']: * => $x, if => 1, }
class { 'a': b => 1 }
class { a: ; b: }
@user { 'u': }
@@user { 'v': uid => 1, }
File { mode => '0644' }
File['/a'] { mode +> 1, owner => 'x' }
Resource['file'] { mode => 1 }
Resource['file', 'x'] { mode => 1 }
$t { 'x': }
File <| title == 'a' and (tag != b or x == 1) |>
User <<| |>> { uid => 1 }
Package['a'] -> File <| |> ~> Service['c'] <- Exec['d'] <~ Exec['e']
file { '/z': } -> service { 'y': }
a::b { 'c': d => e }
