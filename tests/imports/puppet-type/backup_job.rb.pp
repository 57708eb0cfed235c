package backup_job

# A job of backups.
type Backup_job {
  annotation 'urn:modelwright:puppet' {
    type => 'backup_job',
    self_refresh => 'true',
    include => 'Acme::Helpers',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr sources, Pattern[/\A\//] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr target, Pattern[/:/] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr retention, Pattern[/\A\d+[dwmy]\z/] {
    default => '30d',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr compress, Enum['none', 'gzip', 'zstd'] {
    default => 'zstd',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr excludes, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # In kilobytes.
  attr bandwidth, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr dry_run, Boolean { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
}
