File { owner => 'root', mode => '0644' } file { '/a': } class a { File { owner => 'a' } file { '/b': } b { 't': } } define b { file { '/c': } } include a
#----
@file { '/a': } File <| |> { mode => '0600' } File { owner => 'x' } @file { '/b': owner => 'z' }
#----
Notify { message => 'dm' } notify { 'a': } class x { Notify { message => 'xm', tag => 'dt' } notify { 'b': } notify { 'c': message => 'own' } } include x notify { 'd': }
#----
Exec { path => '/bin' } exec { 'e': } exec { 'f': path => '/usr/bin' } class k { Exec { path => '/k', logoutput => true } exec { 'g': } l { 'l': } } define l { exec { 'h': } } include k
