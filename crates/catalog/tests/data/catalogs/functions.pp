function f($x) { if $x > 3 { return('big') } "small" } notice(f(1), f(5)) function g($n) { if $n == 0 { 0 } else { $n + g($n - 1) } } notice(g(20))
#----
create_resources('file', { '/a' => { mode => '0644' }, '/b' => {} }, { owner => 'root' }) create_resources('@notify', {'v' => {}}) create_resources('class', {'k' => {'x' => 2}}) class k($x) { notice($x) }
#----
notice(File['/x']) file { '/x': mode => '0644' } notice(File['/x']['mode'], File['/x'][owner])
#----
fail('stop it')
#----
$a = [1, 2, 3] $a.each |Integer $i, $v| { notice("$i=$v") } notice($a.map |$x| { $x * 2 }.filter |$x| { $x > 2 }) $r = $a.reduce |$m, $x| { $m + $x } notice($r)
#----
function a::b(Integer $x = 2, *$rest) >> Integer { $x + $rest.length } notice(a::b(), a::b(1, 2, 3)) notice(a::b('x'))
#----
class a { if true { return() } notify { 'x': } } include a notify { 'y': }
#----
define d { return() notify { 'x': } } d { 'd': } function f { return(3) } notice(f())
#----
return()
#----
[1,2,3].each |$x| { if $x == 2 { next() } notice($x) } [1,2,3].each |$x| { if $x == 2 { break() } notice($x) }
#----
notice(split('a,b', ','), join([1,2], '-'), size([1,2]), sprintf('%05.1f', 3.14159), regsubst('abc', 'b', 'X'), 'abc' =~ /b(c)/, $1)
#----
notice(lookup('nope', undef, undef, 'dflt')) notice(lookup('nope2', { default_value => 3 })) notice(hiera('k', 'd'))
#----
notice(lookup('nope'))
#----
notice(type(1), type('a', 'generalized'), Integer[1,2], Array[String], String, Notify, Notify['a'], Class['a'], Class, Resource, Resource['file'], Resource['file', 'x'])
#----
notice(File['a', 'b'], Class['a', 'b'], [File['a']], { x => File['a'] }, "${[File['a']]}")
#----
$x = 5 case $x { Integer[0, 3]: { notice('low') } Integer: { notice('int') } default: { notice('other') } } notice($x ? { /5/ => 're', default => 'd' }, '5' ? { /(5)/ => "m$1", default => 'd' })
#----
$a = [1] notice($a + 2, $a << 3, $a + [4], { a => 1 } + { b => 2 }, [1, 2] - [1], 7 / 2, 7 % 3, 1 << 3, 2 * 3.5, -$facts['fx'], !true, 'a' in 'abc', 'A' == 'a', 'a' in ['A'])
#----
notice('a' + 1)
#----
notice(nosuch(1))
#----
notice(concat([1], 2))
#----
notice(md5('x'), sha1('x'), sha256('x'), fqdn_rand(30), fqdn_rand(30, 'seed'), shellquote('a b'), versioncmp('1.2', '1.10'), camelcase('a_b'), flatten([1,[2]]), unique([1,1]), abs(-1), max(1,2), dig({a=>{b=>1}}, 'a', 'b'))
#----
notice(assert_type(Integer, 3), assert_type(String, 3) |$e, $a| { "was $a" }, with(1) |$x| { $x + 1 }, [3,1,2].sort, [1,2,3].any |$x| { $x > 2 }, 'x'.then |$v| { "got $v" }, undef.lest || { 'none' }, {a=>1}.keys, [1,2,3].slice(2), range_test)
#----
create_resources(d, { 'x' => { 'a' => 1 }, 'y' => { 'a' => 2, 'noop' => true } }, { 'b' => 3 }) define d($a, $b) { notice("$title $a $b") }
#----
create_resources('nope', { 'x' => {} })
#----
create_resources('notify', { 'x' => undef })
#----
$v = create_resources('notify', { 'x' => { message => $facts['fx'] } }) notice($v) create_resources(Notify, {'q'=>{}})
#----
function f($a, $b = $a + 1) { $c = $a + $b $c } notice(f(1), f(1, 5)) notice(f())
#----
define listen($a = 1) { notify { "on ${title}": } } create_resources('listen', { 8042 => { 'a' => 2 }, '80' => { } }) create_resources('notify', { 7 => { 'message' => 'x' } })
