package registry_value

# A value of the registry.
type Registry_value {
  annotation 'urn:modelwright:puppet' {
    type => 'registry_value',
    'method title_patterns' => "def self.title_patterns\n    [[/^(.*?)\\z/m, [[:path, lambda { |x| x }]]]]\n  end",
    'autorequire registry_key' => 'self[:path]',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr path, Pattern[/(?i:\A(32:)?(HKLM|HKCR|HKU)\\)/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr type, Enum['string', 'array', 'dword', 'qword', 'binary', 'expand'] {
    default => 'string',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # `munge`, in Ruby:
  #     case resource[:type]
  #     when :dword then Integer(value)
  #     else value
  #     end
  attr data, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '' },
  }
}
