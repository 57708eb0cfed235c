package mount_point

# A mounted file system.
type Mount_point {
  annotation 'urn:modelwright:puppet' {
    type => 'mount_point',
    'feature refreshable' => 'The provider can remount the file system.',
    'feature refreshable methods' => '[:remount]',
    'method refresh' => "def refresh\n      provider.remount\n    end",
  }
  # What is done with the file system.
  #
  # The default, in Ruby:
  #     defaultto { :defined if @resource.managed? }
  attr ensure, Enum['defined', 'mounted', 'absent', 'present'] {
    annotation 'urn:modelwright:puppet' { kind => 'property', 'alias present' => 'defined' },
  }
  # The directory.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The device, or where it is on the network.
  attr device, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The kind of the file system.
  attr fstype, Enum['ext4', 'xfs', 'nfs', 'tmpfs', 'btrfs'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr options, Data {
    check => { if $it =~ Pattern['\\s'] { 'options have no spaces' } elsif $it =~ Enum[''] { 'options are not empty' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The pass of the check.
  attr pass, Variant[Integer[0], Pattern['^\\d+$']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '0' },
  }
  attr atboot, Enum['yes', 'no'] {
    default => 'yes',
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n        is.to_s == should.to_s\n      end",
    },
  }
  attr dump, Variant[Integer[0, 2], Enum['0', '1', '2']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', required_features => 'refreshable' },
  }
}
