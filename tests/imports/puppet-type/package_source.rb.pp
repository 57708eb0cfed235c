package package_source

# Where packages come from.
type Package_source {
  annotation 'urn:modelwright:puppet' { type => 'package_source' }
  attr ensure, Enum['present', 'absent', 'disabled'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr id, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The address.
  attr baseurl, Pattern[/\Aabsent\z/, /\Ahttps?:\/\//, /\Afile:\/\/\//] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Whether signatures are checked.
  attr gpgcheck, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # From 1, the highest, to 99.
  attr priority, Variant[Integer, Pattern['\\A[1-9][0-9]?\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[1-9][0-9]?\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '99' },
  }
  # The parts.
  attr components, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method membership' => "def membership\n      :component_membership\n    end",
    },
  }
  attr component_membership, Enum['inclusive', 'minimum'] {
    default => 'minimum',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr headers, Data {
    check => { if $it !~ Variant[Hash, Pattern['='], Array[Pattern['=']]] { 'the value must be a hash, or texts such as `key=value`' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
}
