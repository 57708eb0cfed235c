file { '/a': } file { 'b': path => '/a' }
#----
exec { 'a': command => '/bin/a' } exec { 'b': command => '/bin/a' } package { 'p': name => 'q' } package { 'q': }
#----
file { 'x': ensure => present }
#----
notify { 'x': alias => 'y' } notify { 'z': require => Notify['y'] } notice(defined(Notify['y']))
#----
notify { 'x': alias => 'y' } notify { 'y': }
