include nope
#----
class a { include b } class b { include a notify { 'b': } } include a
#----
class a { notify { 'in': } } class b { require a notify { 'inb': } } include b notice(defined(Class['a']), defined('a'), defined(File['/x']), defined('$facts'), defined('$zzz'), defined('file'), defined(Notify['in']))
#----
class a { class { 'b': } contain b } class b { notify { 'b': } } include a notify { 'z': require => Class['a'] }
#----
class a { $x = 1 contain b } class b { contain c } class c { notify { 'c': } } include a Class['a'] -> Class['c']
#----
include 'a', 'b' class a {} class b {} include Class['a'] include ['a', ['b']] require a contain(b) include ::a
#----
include Class
#----
include File['a']
#----
include 'A' class a {}
#----
include stdlib
#----
include a class a { include b notify { 'a2': } } class b { include c notify { 'b2': } } class c { notify { 'c2': } } notify { 'main': } include d class d { require c notify { 'd': } }
#----
class a { notify { 'x': } } class b { include a } define c { include b notify { "c$title": } } c { 'i': } c { 'j': } include a
#----
class a { class { 'b': } } class b { class { 'a': } } include a
#----
[1].each |$x| { include c } class c { notify { 'c': } } ['a','b'].each |$n| { define_it { $n: } } define define_it { notify { "d-$title": } }
