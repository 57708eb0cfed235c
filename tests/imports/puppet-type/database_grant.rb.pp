package database_grant

# What a user may do with a table.
type Database_grant {
  annotation 'urn:modelwright:puppet' {
    type => 'database_grant',
    'method title_patterns' => "def self.title_patterns\n    [[/\\A([^@]+)@(.+)\\z/, [[:user], [:table]]]]\n  end",
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The user.
  attr user, String {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The table, with its database.
  attr table, Pattern[/\A[^.]+\.[^.]+\z/] {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The rights.
  attr privileges, Enum['all', 'select', 'insert', 'update', 'delete'] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr options, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr fallback, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
}
