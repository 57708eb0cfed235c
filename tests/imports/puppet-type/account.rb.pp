package account

# An account of a person or a program.
type Account {
  annotation 'urn:modelwright:puppet' {
    type => 'account',
    'feature manages_shell' => 'The provider can set the shell.',
    'feature manages_password' => 'The provider can set the password.',
    'feature allows_system' => 'Accounts may be those of the system.',
    'autorequire group' => 'self[:groups]',
    'autobefore file' => '[self[:home]].compact',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The login.
  attr name, String {
    min => 1,
    id => true,
    check => { if $it =~ String[33] { 'the login is too long' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The number of the account.
  #
  # `munge`, in Ruby:
  #     case value
  #     when String then value =~ /^[-0-9]+$/ ? Integer(value) : value
  #     else value
  #     end
  attr uid, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The groups of the account.
  attr groups, Pattern[/\A[a-z_][a-z0-9_-]*\z/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property', default => 'users' },
  }
  attr shell, Pattern[/\A\//] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_shell',
    },
  }
  # The "hash" of the password.
  attr password, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_password',
      'method change_to_s' => "def change_to_s(old, new)\n      old == :absent ? 'created password' : 'changed password'\n    end",
    },
  }
  attr expiry, Pattern[/\Aabsent\z/, /^\d{4}-\d{2}-\d{2}$/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr managehome, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr system, Boolean {
    annotation 'urn:modelwright:puppet' {
      kind => 'parameter',
      required_features => 'allows_system',
    },
  }
}
