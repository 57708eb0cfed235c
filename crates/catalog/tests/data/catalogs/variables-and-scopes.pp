notice($nope) notice($module_name, $title) notify{'a': message => [/x/, default, Sensitive('x'), {1=>2}], tag=>'zz'}
notify{'t': message => Timestamp('2020-01-01')} notify {'b': message=>SemVer('1.0.0')} notify{'c': message=>Sensitive('k')} file{'/tmp/x/': } file{'q': path=>'/z'} Notify[a]->File['/tmp/x/'] class k {} class l { contain k notice($caller_module_name)} include l File['q'] ~> Class[k]
#----
$x = 1 [1,2].each |$i| { $y = $i  notify { "n$y": message => $x } } notice($y)
#----
class a { $v = 5 } class b inherits a { notice($v, $a::v, $::a::v) } include b notice($a::v) notice($c::v)
#----
$a = $b $b = 1 notice("x${a}y")
#----
$x = 1 $x = 2
#----
class a { $facts = 1 } include a
#----
if $facts['os']['family'] == 'Debian' { $v = 'deb' } notice($v) notice($os['name'], $::hostname, $::fx, $trusted['certname'], $server_facts['serverversion'], $environment, $serverversion)
#----
class a { notice($caller_module_name, $module_name) b { 'x': } } define b { notice($caller_module_name, $module_name) } include a
#----
class c { $v = 'c' include e notice($e::w) } class e { $w = "w-${c::v}" notice($c::v) } include c
#----
notice($facts['nope']['x'])
#----
notice($facts['os']['nope'], $facts['nope'], $nope['x'])
#----
if $nope { } unless $nope2 { notice('u') } notice("[${nope3}]", [$nope4], { a => $nope5 }) $z = $nope6 notify { 'a': message => $nope7 }
#----
function top() { notice($zzz) notify { 'from-f': } $zzz = 3 notice($zzz) $title } class c { $zzz = 1 notice(top()) } include c
#----
notice([1,2,3].map |$x| { $y = $x * 2 $y }) $y = 'outer' [1].each |$q| { notice($y) $y = 'inner' notice($y) } notice($y)
