package user_group

# A group of users.
type User_group {
  annotation 'urn:modelwright:puppet' { type => 'user_group' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The name of the group.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Its number.
  attr gid, Variant[Integer[0], Pattern['^\\d+$']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr kind, Enum['posix', 'directory', 'mail'] {
    default => 'posix',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Who is in it.
  attr members, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Whether it has these members only.
  attr auth_membership, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr forcelocal, Boolean {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', required_features => 'libuser' },
  }
}
