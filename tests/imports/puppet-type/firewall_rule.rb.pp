package firewall_rule

# A rule of the firewall.
#
# Rules are ordered by their names.
type Firewall_rule {
  annotation 'urn:modelwright:puppet' { type => 'firewall_rule' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Digits and a description.
  attr name, Pattern[/\A\d+[\w\s-]+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr chain, Pattern[/\AINPUT\z/, /\AOUTPUT\z/, /\AFORWARD\z/, /\A[A-Z]{1,20}\z/] {
    default => 'INPUT',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr proto, Enum['tcp', 'udp', 'icmp', 'all'] {
    default => 'tcp',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The ports.
  attr dport, Variant[Integer[0], Pattern['\\A\\d+\\z', '\\A\\d+-\\d+\\z']] {
    max => unbound,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr action, Enum['accept', 'drop', 'reject'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr state, Enum['NEW', 'ESTABLISHED', 'RELATED'] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr log, Boolean { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr burst, Integer { annotation 'urn:modelwright:puppet' { kind => 'property' } }
}
