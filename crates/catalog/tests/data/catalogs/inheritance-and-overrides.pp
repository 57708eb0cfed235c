class base { file { '/a': mode => '0644', owner => 'root' } } class child inherits base { File['/a'] { mode => '0600', group => 'g' } } include child
#----
class base { file { '/a': mode => '0644', tag => ['x'] } } class child inherits base { File['/a'] { tag +> ['y', 'z'] } } include child
#----
class a { File { mode => '0644' } file { '/a': } } class b inherits a { file { '/b': } File['/a'] { mode => undef, owner +> 'x' } } include b
#----
class a { file { '/a': mode => '0644' } } include a File['/a'] { owner => 'x' }
#----
class a { file { '/a': mode => '0644' } } include a class b { File['/a'] { mode => 'x' } } include b
#----
file { '/a': mode => '0644' } File['/a'] { owner => 'me' } File['/a'] { mode => '0600' }
#----
Class['a'] { x => 1 } class a {}
#----
class p { notify { 'p': message => 'p', tag => ['q'] } } class q inherits p { Notify['p'] { message +> ['x'] } } class r inherits q { Notify['p'] { message => 'r' } } include r
#----
class p { notify { 'p': } } class c1 inherits p { Notify['p'] { message => '1' } } class c2 inherits p { Notify['p'] { message => '2' } } include c1, c2
#----
notify { 'a': } Notify['a'] { message => 'late' } class q { Notify['a'] { message => 'later' } }
#----
define d($p = 1) { notify { "x$title": message => $p } } d { 'a': } D <| title == 'a' |> { p => 2 }
#----
define d($p = 1) { notify { "x$title": message => $p } } class c { d { 'a': } } include c class e inherits c { D['a'] { p => 5 } } include e
#----
class a inherits b { notice($x) } class b($x = 1) { notice('b') } class c inherits a { notice($x, $a::x, $b::x) } include c
#----
class a inherits a { } include a
#----
class a inherits b { } class b inherits a { } include a
#----
class a inherits nope { } include a
#----
File['/x'] { mode => '0644' }
#----
define d { notify { "x$title": } } d { 'a': } D['a'] { noop => true } Notify <| |> { message => 'c' }
