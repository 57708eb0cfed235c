package account

# An account of a person or a program.
type Account {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  # The login.
  attr name, String {
    min => 1,
    id => true,
    check => { if $it.length > 32 { 'the login is too long' } },
  }
  # The number of the account.
  attr uid, Data {
    check => { if $it =~ String and $it =~ /^[-0-9]+$/ and $it !~ /\A-?(0[0-7]*|[1-9]\d*)\z/ { 'it is no number' } },
  }
  # The groups of the account.
  attr groups, Pattern[/\A[a-z_][a-z0-9_-]*\z/] { max => unbound, unique => false }
  attr shell, Pattern[/\A\//]
  # The "hash" of the password.
  attr password, Data
  attr expiry, Pattern[/\Aabsent\z/, /^\d{4}-\d{2}-\d{2}$/]
  attr managehome, Boolean { default => false }
  attr system, Boolean
}
