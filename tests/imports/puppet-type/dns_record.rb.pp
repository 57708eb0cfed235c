package dns_record

# @summary A record of a zone.
# @example
#   dns_record { 'www': ensure => 'present' }
type Dns_record {
  annotation 'urn:modelwright:puppet' {
    type => 'dns_record',
    features => 'simple_get_filter, canonicalize',
  }
  # Whether the record is there.
  attr ensure, Enum['present', 'absent'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The name of the record.
  attr name, String[1, 255] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # The kind of the record.
  attr type, Enum['A', 'AAAA', 'CNAME', 'MX'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How long it may be kept.
  attr ttl, Integer[0, 2147483647] {
    default => 3600,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The values.
  attr content, String[1] {
    max => unbound,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Whether requests go through a proxy.
  attr proxied, Boolean {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'parameter' },
  }
  # The serial number of the zone.
  attr serial, Integer {
    settable => false,
    check => { 'the value is only read' },
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'read_only' },
  }
  invariant 'type is required unless the resource is absent' { $self[ensure] == 'absent' or $self['type'] != undef }
  invariant 'content has at least 1 values unless the resource is absent' { $self[ensure] == 'absent' or $self['content'].length >= 1 }
}
