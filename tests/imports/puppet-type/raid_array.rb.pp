package raid_array

# Disks that are one.
#
# `validate`, in Ruby:
#     if self[:level].to_s == '6' && self[:devices].size < 4
#       raise ArgumentError, 'four devices are needed'
#     end
type Raid_array {
  annotation 'urn:modelwright:puppet' { type => 'raid_array' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr device, Pattern[/\A\/dev\/md\d+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr level, Variant[Integer[0, 1], Integer[5, 6], Integer[10, 10], Enum['0', '1', '5', '6', '10']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr devices, Pattern[/\A\/dev\//] {
    min => 1,
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr chunk, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '512' },
  }
  attr spares, Pattern[/\Anone\z/, /\A\/dev\//] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr force, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
