package login_key

# Manages a public key with which a user may log in.
#
# The parts of a line of the file are attributes:
#
#     ecdsa-sha2-nistp256 AAAA... anna@example
type Login_key {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  # The comment of the key, which must be different for each key.
  attr name, Pattern[/\A[^\n]*\z/] { min => 1, id => true }
  # How the key was made.
  attr type, Enum['ssh-dss', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ssh-ed25519', 'dsa', 'ed25519', 'rsa']
  # The key itself, in letters of Base64.
  attr key, Pattern[/\A[A-Za-z0-9+\/]+={0,2}\z/] {
    check => { if $it =~ String and $it =~ Pattern['\\s'] { 'the value has a wrong form' } },
  }
  # Who logs in with it.
  attr user, Data
  # The absolute path of the file, if it is not that of the user.
  attr target, Data { default => 'absent' }
  # Options of the key, as a list.
  attr options, Pattern[/^[-a-z0-9A-Z_]+(?:=".*?")?$/] { max => unbound, unique => false }
  # The length of the key, if it is checked: 256 to 8192, in steps of 64.
  attr bits, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { $bits = Integer($it) if $bits < 256 or $bits > 8192 or $bits % 64 != 0 { 'not 256 to 8192 in steps of 64' } },
  }
  # When the key is removed: seconds, or a number with a unit.
  attr expires, Pattern[/\Anever\z/, /\A\d+\s*(s|min|h|d)?\z/] { default => 'never' }
  # Whether the file is written with the rights of its user.
  attr drop_privileges, Boolean { default => true }
  invariant "Attribute 'user' or 'target' is mandatory" { $self[user] != undef or $self[target] != 'absent' }
  invariant "Attribute 'type' is mandatory" { $self[ensure] == 'absent' or $self['type'] != undef }
  invariant "Attribute 'key' is mandatory" { $self[ensure] == 'absent' or $self[key] != undef }
}
