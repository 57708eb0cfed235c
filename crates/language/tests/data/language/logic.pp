# The examples of ARM-7, and every other place where logic may stand.
type Role {
  attr gid, String {
    check => { if $gid =~ /\d/ { "gid must be non numeric. '${gid}' not acceptable." } }
  }
}
type Person {
  attr ensure, String
  attr foo {
    check => $it != ""
  }
  attr bar {
    check => { if $bar == "" { "bar can not be set to an empty string" } }
  }
  attr the_thing_with_a_long_name {
    check => |$x| { if $x == "" { "the_thing_with_a_long_name can not be set to an empty string" } }
  }
  attr fee {
    check => { case $fee {
      "" : { "bar can not be an empty string" }
      "blue", "green" : { "bar can not be set to 'blue' nor 'green'" }
      /:/ : { "bar may not contain a colon" }
      default : { true }
      }
    }
  }
  attr groups, String {
    min => 0
    max => unbound
    unsettable => true, # diff between not set, and empty list
    check => { if $it =~ /:/ { "Use group names not GID. '${it}' not acceptable as group name." } }
  }
  attr whole, Integer { derived => |$x| { $x.reduce(0) |$a, $b| { $a + $b } }, setable => true, set => |$v| { $foo = $v } }
  attr raw, String { get => |$v| { @("END") }, set => |$v| { $v.strip } }
    ${v} in a heredoc
    | END
  has roles, Role {
    max => unbound, # min 0 implied
  }
  invariant "Can not specify ensure => absent, and content at the same time" {
    $ensure == absent and $foo != undef
  }
  invariant {
    unless ($foo and $bar) { "Both foo, and bar must be set" }
  }
  invariant $foo != $bar
  invariant |$self| { $self.roles.all |$r| { $r[gid] =~ String[1] } }
  operation make(String $name) >> Role {
    $role = new(Role, { gid => $name }) |$t| { $t[gid] += 'x' $t[gid] = 10 }
    Role.new |$t| { $t[gid] = 10 }
  }
  annotation 'x' { check => 'not logic' }
}
