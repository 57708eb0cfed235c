package database

# A database of a server.
type Database {
  annotation 'urn:modelwright:puppet' { type => 'database' }
  attr ensure, Enum['present', 'absent', 'archived'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The name of the database.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The set of characters.
  attr charset, Pattern[/^\S+$/] {
    default => 'utf8',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr collation, Pattern[/^\S+$/] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr owner, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr connection_limit, Variant[Integer[0], Pattern['\\Aunlimited\\z', '\\A\\d+\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => 'unlimited' },
  }
  attr extensions, Pattern[/\A\w+\z/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      is.sort == should.sort\n    end",
    },
  }
}
