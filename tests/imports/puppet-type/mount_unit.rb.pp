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
#
# `validate`, in Ruby:
#     if remote? && self[:pass].to_s =~ /[12]/
#       raise Puppet::Error, 'a file system of another host is not checked'
#     end
type Mount_unit {
  annotation 'urn:modelwright:puppet' {
    type => 'mount_unit',
    'feature reloadable' => 'The provider can mount again with other options.',
    'feature reloadable methods' => '[:remount]',
    'feature sleepable' => 'The provider can mount when the directory is used.',
    'feature quotas' => 'The provider can limit the space of a file system.',
    'method title_patterns' => "def self.title_patterns\n    [\n      [/\\A(.+\\.mount)\\z/m, [[:name]]],\n      [/\\A(\\/.*)\\z/m, [[:where]]]\n    ]\n  end",
    'autorequire file' => '[self[:where], self[:credentials]].compact',
    'autorequire mount_unit' => 'parent_unit',
    'autobefore service' => '\'local-fs\' if self[:fstype] == :ext4',
    'autonotify exec' => '\'reload units\'',
    'method remote?' => "def remote?\n    REMOTE_KINDS.include?(self[:fstype].to_s)\n  end",
    'method parent_unit' => "def parent_unit\n    above = File.dirname(self[:where])\n    above == '/' ? nil : \"#{above[1..-1].tr('/', '-')}.mount\"\n  end",
    'method refresh' => "def refresh\n    provider.remount if provider.respond_to?(:remount) && self[:ensure] == :mounted\n  end",
    'method instances' => "def self.instances\n    []\n  end",
    'definition REMOTE_KINDS' => 'REMOTE_KINDS = %w[nfs nfs4 cifs sshfs].freeze',
    'definition LONGEST_LABEL' => 'LONGEST_LABEL = 16',
  }
  # What is done with the unit. With `mounted` it is written and started.
  attr ensure, Enum['present', 'mounted', 'unmounted', 'absent', 'running', 'stopped'] {
    default => 'mounted',
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'alias running' => 'mounted',
      'alias stopped' => 'unmounted',
      'method insync?' => "def insync?(is)\n      is == should || (should == :present && is != :absent)\n    end",
    },
  }
  # The name of the unit.
  attr name, Pattern[/\A[a-zA-Z0-9:_.\\@-]+\.mount\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The directory.
  attr where, Pattern[/\A\//] {
    min => 1,
    check => { if $it =~ Pattern['.+/\\z'] { 'the directory does not end with a slash' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The device, or where the file system is on another host.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'the label is too long' if label(value).length > LONGEST_LABEL
  attr what, String {
    min => 1,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method label' => "def label(value)\n      value[/\\ALABEL=(.*)\\z/, 1].to_s\n    end",
    },
  }
  # The kind of the file system.
  attr fstype, Enum['auto', 'ext4', 'xfs', 'btrfs', 'tmpfs', 'nfs', 'nfs4', 'cifs', 'sshfs'] {
    default => 'auto',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The options, each as an item of its own.
  attr options, Data {
    max => unbound,
    unique => false,
    check => { if $it =~ Pattern[','] { 'an option has no comma' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      is.is_a?(Array) && is.sort == should.sort\n    end",
      default => 'defaults',
    },
  }
  # The mode of the directory.
  attr mode, Variant[Integer, Pattern['\\A0?[0-7]{3,4}\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A0?[0-7]{3,4}\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # When the file system is checked.
  attr pass, Variant[Integer[0, 2], Enum['0', '1', '2']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How long mounting may take.
  attr timeout, Variant[Integer, Pattern['\\Ainfinity\\z', '\\A[1-9][0-9]*\\z', '\\A\\d+(ms|s|min)\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[1-9][0-9]*\z/ and "${it}" !~ /\A\d+(ms|s|min)\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '90s' },
  }
  # Whether the unit is started with the system.
  attr enable, Variant[Boolean, Enum['automount']] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'value automount requires' => ':sleepable',
      default => 'true',
    },
  }
  # After how many seconds without use it is not mounted any longer.
  attr idle_timeout, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', required_features => 'sleepable' },
  }
  # The space that each user has.
  attr quota, Data {
    check => { if $it !~ Enum['none'] and $it !~ Pattern['\\A\\d+[KMGT]\\z'] { 'a quota has a unit' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'quotas',
      values => 'none, /\\A\\d+[KMG]\\z/',
    },
  }
  # Labels, as a hash.
  attr labels, Data {
    check => { if $it !~ Variant[Hash, Pattern['='], Array[Pattern['=']]] { 'the value must be a hash, or texts such as `key=value`' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method membership' => "def membership\n      :label_membership\n    end",
    },
  }
  # Whether other labels are kept.
  attr label_membership, Enum['inclusive', 'minimum'] {
    default => 'minimum',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether files in the directory are hidden without a warning.
  attr force, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # The file with the password of another host.
  #
  # The default, in Ruby:
  #     defaultto do
  #       "/etc/credentials/#{@resource[:name]}" if REMOTE_KINDS.include?(@resource[:fstype].to_s)
  #     end
  attr credentials, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  invariant '`idle_timeout` needs `enable => automount`' { !($self['idle_timeout'] != undef and $self['idle_timeout'] !~ Boolean[false] and $self['enable'] !~ Enum['automount']) }
}
