# Every operation once.
bindings default {
  include ntp, ssh
  exclude [telnet]
  bind 'a' to 1
  bind abstract Integer, 'b'
  bind override final 'c' to optional $::fact { transformer => |$x| { $x } }
  bind Type[Logger] to Type[SpecialLogger]
  bind parameters Web[one] to Sql[?? owner == root and not ensure ~= /^a/] { map => { user => owner } }
  bind parameters ntp to { servers => ['a', 'b'] }
  bind variables to { 'x' => 1, 'y' => "${::fqdn}" }
  bind map Web to Sql { user => owner }
  bind alias 'a' as 'd'
  bind renamed 'c' as 'e'
  bind dependency File['/a'] -> [Service['b'], Package['c']]
  rebind 'a'
  multibind Array[String], 'names' as 'x::names' { uniq => true, flatten => 2 }
  bind 'one' to 'Mary' in 'x::names'
  bind 'f' to first_found(lookup('a'), lookup(Integer, 'b')['c'])
  when node 'a' or 'b' and environment dev or common {
    bind 'a' to producer 'p' { producer_args => { x => 1 } }
    when virtual true { bind 'a' to 0x1F }
  }
}
