package storage_target

# A target of a network of storage.
type Storage_target {
  annotation 'urn:modelwright:puppet' {
    type => 'storage_target',
    features => 'canonicalize, remote_resource',
  }
  # The name of the target.
  attr iqn, Pattern[/\Aiqn\.\d{4}-\d{2}\./] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # The addresses.
  attr portals, String {
    min => 1,
    max => 8,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The units.
  attr luns, Integer[0, 255] {
    max => unbound,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How to log in.
  attr chap, Struct[{ user => String, secret => String }] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'parameter' },
  }
  # The retries.
  attr retries, Integer[0] {
    default => 16,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'parameter' },
  }
  # A ratio.
  attr ratio, Float { default => 1.5, annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The state.
  attr state, Enum['on', 'off'] {
    settable => false,
    check => { 'the value is only read' },
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'read_only' },
  }
  # Always.
  attr exact, Boolean[true] {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Some value.
  attr no_one, Data { min => 1, annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # A time.
  attr since, Timestamp { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Code.
  attr callback, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  invariant 'luns has at least 2 values if it has any' { $self['luns'].empty or $self['luns'].length >= 2 }
}
