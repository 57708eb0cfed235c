package hazard_values

type Limits {
  annotation 'urn:modelwright:puppet' {
    type => 'limits',
    'definition LAST' => 'LAST = 9',
    'definition LIMITS' => 'LIMITS = { low: 1, high: LAST }',
    'definition limited?' => "def limited?(value)\n  value < LIMITS[:high]\nend",
    'definition step' => 'step = 2',
  }
  attr name, Pattern[/\A[a-z]\/[a-z]\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # A path that is escaped without need.
  attr path, Variant[Integer, Pattern['\\A/mnt\\z', '\\A1\\z', '\\A/srv/']] {
    check => { if $it !~ String and "${it}" !~ /\A1\z/ and "${it}" !~ /\A\/srv\// { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # One of the truths only.
  attr manual, Variant[Boolean, Enum['true', 'manual']] {
    check => { if $it !~ String and "${it}" !~ /\Atrue\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr truth, Variant[Boolean, Pattern['\\A(true|false|auto)\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A(true|false|auto)\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Dates are no numbers, but the numbers between signs are.
  attr date, Pattern[/\A\d{4}-\d\d\z/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr month, Variant[Integer, Pattern['\\Aall\\z', '\\A(?:0?[1-9]|1[0-2])\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A(?:0?[1-9]|1[0-2])\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # A number may begin with a sign.
  attr offset, Variant[Integer[-1, 0], Integer[4, 4], Enum['-1', '0', '+1', '01', '4']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The check of listed values is replaced.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'too large' unless limited?(value)
  attr replaced, Data {
    annotation 'urn:modelwright:puppet' { kind => 'property', values => 'a, /b+/' },
  }
  attr both, Enum['a', 'b'] {
    annotation 'urn:modelwright:puppet' { kind => 'property', values => 'a' },
  }
  attr computed, Data {
    annotation 'urn:modelwright:puppet' { kind => 'property', values => 'a, /b/' },
  }
  attr folded, String { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Not expressed, in Ruby:
  #     validate(&CHECK)
  attr checked, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # `munge`, in Ruby:
  #     value * step
  attr based, Data { default => '5', annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr late, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
}

# What an earlier type has is not repeated.
type Others {
  annotation 'urn:modelwright:puppet' { type => 'others' }
  # `munge`, in Ruby:
  #     limited?(value) ? value : step
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
}
