package login

# A login of a person or a service.
#
# Manages logins, with their groups and passwords.
type Login {
  # The state of the login.
  attr ensure, Enum['present', 'absent', 'role']
  # The home directory.
  attr home, Pattern[/\A\//]
  # The number of the login. If it is not given, one is chosen.
  attr uid, Data {
    check => { if $it =~ String and $it =~ /^[-0-9]+$/ and $it !~ /\A-?(0[0-7]*|[1-9]\d*)\z/ { 'it is no number' } },
  }
  # The main group, by name or number.
  attr gid, Data {
    check => { if $it =~ String and $it =~ /^[-0-9]+$/ and $it !~ /\A-?(0[0-7]*|[1-9]\d*)\z/ { 'it is no number' } },
  }
  # A description, which is mostly a full name.
  attr comment, Data { check => { if "${it}" =~ /[:\n]/ { "a comment has no colon" } } }
  # The shell. It must exist and be executable.
  attr shell, Pattern[/\Aabsent\z/, /\A\/(.*[^\/])\z/]
  # The hash of the password.
  attr password, Data {
    check => { if $it =~ String and $it =~ /:/ { "Passwords cannot include ':'" } },
  }
  # The least number of days before a password may be changed.
  attr password_min_age, Variant[Integer, Pattern[/^-?\d+$/]]
  # The greatest number of days before a password must be changed.
  attr password_max_age, Variant[Integer, Pattern[/^-?\d+$/]]
  # The other groups, by name.
  attr groups, Pattern[/\A[^,]+\z/] {
    max => unbound,
    unique => false,
    check => { if $it =~ /^\d+$/ { 'Group names must be provided, not GID numbers.' } },
  }
  # The name, which must be valid on the system.
  attr name, Pattern[/\A[a-z_][a-z0-9_.-]{0,31}\$?\z/] { min => 1, id => true }
  # Whether the groups are all groups of the login.
  attr membership, Enum['inclusive', 'minimum'] { default => 'minimum' }
  # Whether the login is one of the system.
  attr system, Boolean { default => false }
  # Whether several logins may have the same number.
  attr allowdupe, Boolean { default => false }
  # Whether the home directory is created and removed with the login.
  attr managehome, Boolean { default => false }
  # The date at which the login expires, or `absent`.
  attr expiry, Pattern[/\Aabsent\z/, /^\d{4}-\d{2}-\d{2}$/]
  # How often the hash of the password is repeated.
  attr iterations, Data {
    check => { if $it =~ String and $it =~ /^[-0-9]+$/ and $it !~ /\A-?(0[0-7]*|[1-9]\d*)\z/ { 'it is no number' } },
  }
  # The salt of the password, in hexadecimal digits.
  attr salt, Pattern[/\Aabsent\z/, /\A\h{16,}\z/]
  # The class of the login.
  attr loginclass, Pattern[/\A\w+\z/]
  # Whether other keys are removed: a truth value, or the files that have them.
  attr purge_keys, Variant[Boolean, Enum['true', 'false'], Pattern[/\A(\/|~|%h)/], Array[Pattern[/\A(\/|~|%h)/], 1]]
  invariant 'A role has no shell' { !($self[ensure] == 'role' and $self[shell] != undef) }
  invariant 'a role has no home directory' { !($self[managehome] == true and $self[ensure] == 'role') }
  invariant 'The least age is above the greatest one' {
    $min = $self[password_min_age]
    $max = $self[password_max_age]
    $min == undef or $max == undef or Integer($max) < 0 or Integer($min) <= Integer($max)
  }
  invariant 'A salt needs iterations' { $self[salt] == undef or $self[iterations] != undef }
}
