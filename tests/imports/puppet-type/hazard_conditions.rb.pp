package hazard_conditions

# Not expressed, in Ruby:
#     [:third, :fourth].each { |part| newparam(part == :third ? :three : part) }
#
# `validate`, in Ruby:
#     fail 'computed' if self[:computed] == :a
#     fail 'present' if self[:ensure] == :present && self[:size]
#     return if self[:flag]
#     fail 'after the end' if self[:switch] == :auto
type Hazard_conditions {
  annotation 'urn:modelwright:puppet' {
    type => 'hazard_conditions',
    'autorequire first' => 'self[part]',
    'autorequire second' => 'self[part]',
  }
  attr name, String {
    min => 1,
    id => true,
    check => { if $it !~ Enum['default'] and $it =~ String and $it !~ Pattern['\\A\\w+\\z'] { "`${it}` is no name" } elsif $it !~ Enum['default'] and $it =~ String and ($it =~ String[10] or $it =~ String[0, 0]) { 'a name is short' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr path, Pattern[/\A(?:\/srv\/|\/mnt\/)/, /\Anone\z/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # `validate`, in Ruby:
  #     raise ArgumentError, 'odd' unless number % 2 == 0
  attr number, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { if $it =~ Integer and $it =~ Integer[default, 9] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) =~ Integer[default, 9] { 'too small' } elsif $it =~ Integer and $it !~ Integer[10, 4999] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) !~ Integer[10, 4999] { 'not in the range' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr size, Data {
    check => { if ($it =~ ScalarData and "${it}" !~ Pattern['\\$'] or $it =~ ScalarData and "${it}" =~ Pattern['[^a]']) and $it !~ Boolean[true] { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr either, String {
    check => { if $it !~ Enum['b'] and $it =~ ScalarData and "${it}" !~ Enum['c'] { 'none' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr signed, Variant[Integer, Pattern['^\\d+$', '^-1$']] {
    check => { if $it !~ String and "${it}" !~ /^\d+$/ and "${it}" !~ /^-1$/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr any, Data {
    check => { if $it !~ Variant[Hash, Pattern['='], Array[Pattern['=']]] { 'the value must be a hash, or texts such as `key=value`' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # `validate`, in Ruby:
  #     raise ArgumentError, 'too long' if value.length > self.class.limit
  attr part, String {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method limit' => "def self.limit\n      3\n    end",
    },
  }
  attr other_part, String {
    check => { if $it =~ Pattern['\\A\\s*\\z'] { 'blank' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr switch, Variant[Boolean, Enum['auto', 'on']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', 'alias on' => 'true' },
  }
  attr level, Variant[Integer[1, 2], Enum['1', '2']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '1' },
  }
  # The default, in Ruby:
  #     defaultto { resource[:path] ? :a : :b }
  attr computed, Enum['a', 'b'] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr flag, Boolean { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The part `first`.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'too long' if value.length > self.class.limit
  attr first_part, String {
    default => 'first',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # The part `second`.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'too long' if value.length > self.class.limit
  attr second_part, String {
    default => 'second',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  invariant 'a path has a number' { !($self['path'] != undef and $self['path'] !~ Boolean[false] and $self['number'] == undef) }
  invariant 'the values exclude each other' { !($self['switch'] =~ Variant[Boolean[true], Enum['true', 'on']] and $self['flag'] =~ Boolean[true]) }
  invariant 'level 1 has no size' { !((($self['level'] == undef or $self['level'] =~ Enum['1']) and $self['size'] == undef) and $self['ensure'] =~ Enum['absent']) }
  invariant 'after code' { !($self['path'] == undef and $self['part'] == undef) }
}
