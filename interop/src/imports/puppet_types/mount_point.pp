package mount_point

# A mounted file system.
type Mount_point {
  # What is done with the file system.
  attr ensure, Enum['defined', 'mounted', 'absent', 'present']
  # The directory.
  attr name, String { min => 1, id => true }
  # The device, or where it is on the network.
  attr device, Data
  # The kind of the file system.
  attr fstype, Enum['ext4', 'xfs', 'nfs', 'tmpfs', 'btrfs']
  attr options, Data {
    check => { if $it =~ String and $it =~ Pattern['\\s'] { 'options have no spaces' } elsif $it == '' { 'options are not empty' } },
  }
  # The pass of the check.
  attr pass, Variant[Integer[0], Pattern['^\\d+$']]
  attr atboot, Enum['yes', 'no'] { default => 'yes' }
  attr dump, Variant[Integer[0, 2], Enum['0', '1', '2']]
}
