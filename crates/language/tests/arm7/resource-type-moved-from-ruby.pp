# What Puppet's type `user` has in Ruby: a name variable, values, munging, validation, arrays, and a reference.
type Group {
  attr name, String { min => 1, id => true }
}
type User {
  attr name, String { min => 1, id => true, check => $it !~ /\s/ }
  attr ensure, enum[present, absent] { default => present }
  attr uid, Integer { set => |$v| { Integer($v) }, check => $it >= 0 }
  attr groups, String { max => unbound, check => { if $it =~ /,/ { 'give the groups as an array' } } }
  attr membership, enum[inclusive, minimum] { default => minimum }
  attr shell, Pattern[/^\//]
  attr password, String
  has group, Group { containment => false }
  invariant 'a user that is absent has no group' { $ensure == present or $group == undef }
}
