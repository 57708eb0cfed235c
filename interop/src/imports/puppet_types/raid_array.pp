package raid_array

# Disks that are one.
type Raid_array {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  attr device, Pattern[/\A\/dev\/md\d+\z/] { min => 1, id => true }
  attr level, Variant[Integer[0, 1], Integer[5, 6], Integer[10, 10], Enum['0', '1', '5', '6', '10']]
  attr devices, Pattern[/\A\/dev\//] { min => 1, max => unbound, unique => false }
  attr chunk, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']]
  attr spares, Pattern[/\Anone\z/, /\A\/dev\//] { max => unbound, unique => false }
  attr force, Boolean { default => false }
  invariant 'four devices are needed' { "${self[level]}" != '6' or $self[devices].length >= 4 }
}
