notify { 'a': * => { message => 'x', noop => true } } notify { default: message => 'd'; 'p': ; 'q': message => 'o' }
#----
notify { 'a': } notify { 'a': }
#----
notify { 'a': nope => 1 }
#----
$h = { 'a' => 1, 'b' => [1,2,{c => d}] } notify { 'h': message => $h } notify { "x${h['b'][2]['c']}": message => "${h}" }
#----
notify { ['a', ['b', 'c']]: message => $title } notice($name)
#----
$x = notify { 'a': } notice($x) $y = [notify { 'b': }, notify { 'c': }] notice($y) notice(include(k)) class k {}
#----
foo { 'x': }
#----
class a($list = ['x', 'y'], $opts = {}) { $list.each |$i| { file { "/etc/$i": * => { ensure => file } + $opts } } } class { 'a': opts => { mode => '0644', owner => 'root' } }
#----
$d = { ensure => file, mode => '0600' } file { default: * => $d ; '/a': mode => '0644' ; '/b': }
#----
$pkgs = { 'a' => { ensure => present }, 'b' => {} } $pkgs.each |$n, $o| { package { $n: * => $o } } -> notify { 'done': }
#----
notify { 'a': message => $x ? { 1 => 'one', default => undef } } notify { $facts['hostname']: }
#----
notify { "": }
#----
notify { undef: }
#----
notify { [undef, 'a']: }
#----
notify { 3: }
#----
notify { []: } notice('ok')
#----
notify { 'a': message => 'x', message => 'y' }
#----
notify { 'a': * => { message => 1 }, message => 2 }
#----
notify { 'a': * => 3 }
#----
notify { 'a': ; 'a': }
#----
file { '/a': ensure => present, mode => 0644 }
#----
define a($b) { notify { "a-$b": } } $x = ['1', '2'] a { $x: b => 'k' }
