type User {
  attr password, String {
    check => { if $password =~ /:/ { A ':' is not allowed in a password } }
  }
  attr groups, String {
    max => unbound,
    check => { if $it =~ /}/ { "Use group names not GID. '${it}' not acceptable as group name." } }
    unsettable => true
  }
  attr long { check => |$x| { if $x == "" { "no" } }, min => 1 }
  attr bar { check => $it != "" }
  attr whole, String { derived => |$x| { "${a}${b}" }, get => |$v| { $v } set => |$v| { $v } }
  invariant "Can not specify ensure => absent, and content at the same time" {
    $ensure == absent and $content != undef
  }
  invariant $a > 1 and
    $b < 2
  attr after, String
  operation area(Integer $x) >> Integer { $x * 2 }
  operation empty() {}
  attr h, Hash[String, Integer]
  attr v, Variant[String, Integer]
  attr s, Struct[{ a => String }]
  attr nested, Array[Array[String]]
  operation c(Integer[0, 1] $x) >> Array[String]
}
bindings foo {
  bind a => 'b'
}
site { x }
file { '/tmp/x': ensure => present }
$x = 1
type Last {}
