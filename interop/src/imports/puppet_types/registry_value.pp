package registry_value

# A value of the registry.
type Registry_value {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  attr path, Pattern[/(?i:\A(32:)?(HKLM|HKCR|HKU)\\)/] { min => 1, id => true }
  attr type, Enum['string', 'array', 'dword', 'qword', 'binary', 'expand'] { default => 'string' }
  attr data, Data { max => unbound, unique => false }
  invariant 'an integer is needed' { $self['type'] != 'dword' or $self[data].all |$value| { $value =~ Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] } }
}
