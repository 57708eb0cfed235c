class a(Hash[String[1], Struct[{ Optional[uid] => Integer[1000], Optional[groups] => Array[String[1]], Optional[shell] => Pattern[/^\//] }]] $users) { } class { 'a': users => { 'bob' => { 'uid' => 1001 }, 'carol' => { 'groups' => ['a', ''] } } }
#----
class a(Hash[String[1], Struct[{ Optional[uid] => Integer[1000], Optional[groups] => Array[String[1]], shell => Pattern[/^\//] }]] $users) { } class { 'a': users => { 'bob' => { 'uid' => 1001 } } }
#----
class a(Hash[String[1], Struct[{ Optional[uid] => Integer[1000], Optional[groups] => Array[String[1]], Optional[shell] => String }]] $users) { } class { 'a': users => { 'bob' => { 'uid' => 1001, 'gid' => 5 } } }
#----
define d(Variant[Enum['present', 'absent', 'latest', 'installed', 'held', 'purged', 'disabled'], Pattern[/^[0-9.]+$/]] $ensure) { } d { 'd': ensure => 5 }
#----
type T = Variant[Integer, Array[T]] class a(T $t) { } class { 'a': t => [1, ['x']] }
#----
class a(Array[Tuple[String[1], Integer[0, 65535], Enum['tcp', 'udp', 'sctp'], Boolean], 1, 100] $rules) { } class { 'a': rules => [['a', 1, 'tcp', true], ['b', 2, 'icmp', true]] }
