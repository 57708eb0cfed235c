package volume

# A volume of storage.
type Volume {
  annotation 'urn:modelwright:puppet' {
    type => 'volume',
    title_patterns => "[\n    { pattern: %r{^(?<pool>[^/]+)/(?<name>.+)\$}, desc: 'pool and name' },\n    { pattern: %r{^(?<name>[^/]+)\$}, desc: 'name' },\n  ]",
  }
  # State.
  attr ensure, Enum['present', 'absent'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The pool.
  attr pool, String {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # The name.
  attr name, String {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # The size.
  attr size, Variant[Integer[1], Pattern['\\A\\d+[KMGT]\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How space is reserved.
  attr mode, Enum['thin', 'thick'] {
    default => 'thin',
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'init_only' },
  }
  # Tags.
  attr tags, String { max => unbound, annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The quota.
  attr quota, Numeric { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Anything.
  attr any, Any { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  invariant 'size is required unless the resource is absent' { $self[ensure] == 'absent' or $self['size'] != undef }
  invariant 'quota is required unless the resource is absent' { $self[ensure] == 'absent' or $self['quota'] != undef }
  invariant 'any is required unless the resource is absent' { $self[ensure] == 'absent' or $self['any'] != undef }
}
