package mount_unit

# Manages a unit that mounts a file system.
#
# The unit is named after the directory, so that `/srv/data` is mounted by
# `srv-data.mount`:
#
#     mount_unit { 'srv-data.mount':
#       where => '/srv/data',
#       what  => '/dev/disk/by-label/data',
#     }
#
# **Autorequires:** the directory, and the unit of the directory above it.
type Mount_unit {
  # What is done with the unit. With `mounted` it is written and started.
  attr ensure, Enum['present', 'mounted', 'unmounted', 'absent', 'running', 'stopped'] {
    default => 'mounted',
  }
  # The name of the unit.
  attr name, Pattern[/\A[a-zA-Z0-9:_.\\@-]+\.mount\z/] { min => 1, id => true }
  # The directory.
  attr where, Pattern[/\A\//] {
    min => 1,
    check => { if $it =~ String and $it =~ Pattern['.+/\\z'] { 'the directory does not end with a slash' } },
  }
  # The device, or where the file system is on another host.
  attr what, String {
    min => 1,
    check => { if $it =~ /\ALABEL=.{17,}\z/ { 'the label is too long' } },
  }
  # The kind of the file system.
  attr fstype, Enum['auto', 'ext4', 'xfs', 'btrfs', 'tmpfs', 'nfs', 'nfs4', 'cifs', 'sshfs'] {
    default => 'auto',
  }
  # The options, each as an item of its own.
  attr options, Pattern[/\A[^,]*\z/] { max => unbound, unique => false }
  # The mode of the directory.
  attr mode, Variant[Integer, Pattern['\\A0?[0-7]{3,4}\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A0?[0-7]{3,4}\z/ { 'the value has a wrong form' } },
  }
  # When the file system is checked.
  attr pass, Variant[Integer[0, 2], Enum['0', '1', '2']]
  # How long mounting may take.
  attr timeout, Variant[Integer, Pattern['\\Ainfinity\\z', '\\A[1-9][0-9]*\\z', '\\A\\d+(ms|s|min)\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[1-9][0-9]*\z/ and "${it}" !~ /\A\d+(ms|s|min)\z/ { 'the value has a wrong form' } },
  }
  # Whether the unit is started with the system.
  attr enable, Variant[Boolean, Enum['automount']]
  # After how many seconds without use it is not mounted any longer.
  attr idle_timeout, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']]
  # The space that each user has.
  attr quota, Pattern[/\Anone\z/, /\A\d+[KMGT]\z/]
  # Labels, as a hash.
  attr labels, Data { check => $it =~ Variant[Hash, Pattern['='], Array[Pattern['=']]] }
  # Whether other labels are kept.
  attr label_membership, Enum['inclusive', 'minimum'] { default => 'minimum' }
  # Whether files in the directory are hidden without a warning.
  attr force, Boolean { default => false }
  # The file with the password of another host.
  attr credentials, Data
  invariant '`idle_timeout` needs `enable => automount`' { $self[idle_timeout] == undef or $self[enable] == 'automount' }
  invariant 'a file system of another host is not checked' { !($self[fstype] in ['nfs', 'nfs4', 'cifs', 'sshfs']) or "${self[pass]}" !~ /[12]/ }
}
