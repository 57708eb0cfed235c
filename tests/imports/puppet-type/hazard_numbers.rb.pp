package hazard_numbers

# Numbers in other bases, and patterns that look like numbers but are not.
type Hazard_numbers {
  annotation 'urn:modelwright:puppet' { type => 'hazard_numbers' }
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr mode, Variant[Integer[0, 0], Integer[12, 12], Integer[16, 16], Integer[511, 511], Integer[1000, 1000], Enum['16', '1000', '511', '12', '0']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '16' },
  }
  attr label, Pattern[/^[^0-9]+$/] {
    default => 'none',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
}
