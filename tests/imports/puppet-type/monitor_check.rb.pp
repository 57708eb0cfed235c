package monitor_check

# A check of a host.
#
# - it runs at intervals
type Monitor_check {
  annotation 'urn:modelwright:puppet' {
    type => 'monitor_check',
    'autorequire service' => 'monitor',
    'autorequire file' => '$config',
  }
  # State.
  attr ensure, Enum['present', 'absent'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Name.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # Seconds.
  attr interval, Integer[10] {
    default => 60,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # What runs.
  attr command, Variant[String, Array[String, 1, default]] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Whom to call.
  attr contacts, Hash[String, Struct[{ mail => String, Optional[phone] => Pattern['^\\+'] }]] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Warn, then fail.
  attr levels, Tuple[Float, Float] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Tags.
  attr tags, Enum['a', 'b c'] {
    max => unbound,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  invariant 'command is required unless the resource is absent' { $self[ensure] == 'absent' or $self['command'] != undef }
  invariant 'contacts is required unless the resource is absent' { $self[ensure] == 'absent' or !$self['contacts'].empty }
  invariant 'levels is required unless the resource is absent' { $self[ensure] == 'absent' or $self['levels'] != undef }
}
