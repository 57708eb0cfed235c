define d($a, $b = $a) { notify { "$title": message => "$a$b$name" } } d { 'x': a => 1; 'y': a => 2, b => 3; default: noop => true }
#----
class a(Integer $x) {} class { 'a': x => 'y' }
#----
class a(Integer $x) {} include a
#----
class a {} class { 'a': zz => 1 }
#----
type My = Variant[Integer, String[2]] class a(My $x = 'ab') { notice($x =~ My) } include a
#----
define d { notice($title, $name) notice(defined('$zz')) } d { 'x': name => 'y' } class c { notice($title, $name) } class { 'c': name => 'zz' }
#----
define d($message) { notify { $title: message => $message, noop => true } } d { 'x': message => 'm', loglevel => 'err', tag => ['t1', 't2'], noop => true }
#----
class a ($p = 'x', $q = $p) { notice("$p $q") } class { 'a': p => undef, q => 'z' }
#----
class a ($p) { notice($p) } class { 'a': p => undef }
#----
class a (Optional[Integer] $p) { notice($p) } class { 'a': p => undef }
#----
class a ($p = $q, $q = 1) { } include a
#----
type T = Struct[{ a => Integer, Optional[b] => String }] class c(T $x, Enum['a', 'b'] $y = 'a') { notice($x[a]) } class { 'c': x => { a => 1 } }
#----
class c(Array[String] $x = [], Hash $y = {}, Boolean $z = true, Pattern[/^a/] $w = 'abc') { } class { 'c': x => ['a'], w => 'b' }
#----
class a($x) {} class { 'a': x => $nope }
#----
define d($a, $b = $a, *$rest) {}
#----
define d($tag) { } d { 'x': tag => 'a' }
#----
class c($alias) { } class { 'c': alias => 'a' }
