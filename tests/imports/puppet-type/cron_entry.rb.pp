package cron_entry

# A command that runs at times.
type Cron_entry {
  annotation 'urn:modelwright:puppet' { type => 'cron_entry', 'autorequire user' => 'self[:user]' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The name of the job.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The command.
  attr command, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # A time with a name.
  attr special, Enum['reboot', 'hourly', 'daily', 'weekly', 'monthly'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr weekday, Variant[Integer, Pattern['\\Amonday\\z', '\\Atuesday\\z', '\\Awednesday\\z', '\\Athursday\\z', '\\Afriday\\z', '\\Asaturday\\z', '\\Asunday\\z', '\\A[0-7]\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[0-7]\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => 'monday' },
  }
  attr hour, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr minute, Variant[Integer, String] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr user, String {
    default => 'root',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
}
