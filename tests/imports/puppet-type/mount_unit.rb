# frozen_string_literal: true

require 'puppet/parameter/boolean'

# The kinds of file systems that are on another host.
REMOTE_KINDS = %w[nfs nfs4 cifs sshfs].freeze
UNIT_NAME = /\A[a-zA-Z0-9:_.\\@-]+\.mount\z/.freeze

Puppet::Type.newtype(:mount_unit) do
  @doc = <<-'EOT'
    Manages a unit that mounts a file system.

    The unit is named after the directory, so that `/srv/data` is mounted by
    `srv-data.mount`:

        mount_unit { 'srv-data.mount':
          where => '/srv/data',
          what  => '/dev/disk/by-label/data',
        }

    **Autorequires:** the directory, and the unit of the directory above it.
  EOT

  LONGEST_LABEL = 16

  feature :reloadable, "The provider can mount again with other options.",
          :methods => [:remount]
  feature :sleepable, 'The provider can mount when the directory is used.'
  feature :quotas, <<-EOT
    The provider can limit the space of a file system.
  EOT

  def self.title_patterns
    [
      [/\A(.+\.mount)\z/m, [[:name]]],
      [/\A(\/.*)\z/m, [[:where]]]
    ]
  end

  ensurable do
    desc <<-EOT
      What is done with the unit. With `mounted` it is written and started.
    EOT

    newvalue(:present) { provider.create }
    newvalue(:mounted, :event => :mount_started) do
      provider.create unless provider.exists?
      provider.start
    end
    newvalue(:unmounted, :event => :mount_stopped) { provider.stop }
    newvalue(:absent) { provider.destroy }
    aliasvalue :running, :mounted
    aliasvalue :stopped, :unmounted

    defaultto { :mounted }

    def insync?(is)
      is == should || (should == :present && is != :absent)
    end
  end

  newparam(:name, :namevar => true) do
    desc 'The name of the unit.'

    validate do |value|
      raise ArgumentError, "`#{value}` is no name of a unit" unless value =~ UNIT_NAME
    end
  end

  newproperty(:where) do
    desc 'The directory.'
    isrequired

    validate do |value|
      raise ArgumentError, 'the directory is absolute' unless value =~ %r{\A/}
      raise ArgumentError, 'the directory does not end with a slash' if value =~ %r{.+/\z}
    end

    munge { |value| value.squeeze('/') }
  end

  newproperty(:what) do
    desc 'The device, or where the file system is on another host.'

    validate do |value|
      unless value.is_a?(String)
        raise ArgumentError, 'the device is a text'
      end
      raise ArgumentError, 'the label is too long' if label(value).length > LONGEST_LABEL
    end

    def label(value)
      value[/\ALABEL=(.*)\z/, 1].to_s
    end
  end

  newproperty(:fstype) do
    desc 'The kind of the file system.'
    newvalues(:auto, :ext4, :xfs, :btrfs, :tmpfs, *REMOTE_KINDS)
    defaultto :auto
  end

  newproperty(:options, :array_matching => :all) do
    desc <<-EOT
      The options, each as an item of its own.
    EOT

    defaultto 'defaults'

    validate do |value|
      raise ArgumentError, 'an option has no comma' if value.include?(',')
    end

    def insync?(is)
      is.is_a?(Array) && is.sort == should.sort
    end
  end

  newproperty(:mode) do
    desc 'The mode of the directory.'
    newvalues(/\A0?[0-7]{3,4}\z/)

    munge { |value| value.to_s.rjust(4, '0') }
  end

  newproperty(:pass) do
    desc 'When the file system is checked.'
    newvalues(0, 1, 2)
  end

  newproperty(:timeout) do
    desc 'How long mounting may take.'
    newvalues(:infinity, /\A[1-9][0-9]*\z/, /\A\d+(ms|s|min)\z/)
    defaultto '90s'
  end

  newproperty(:enable) do
    desc 'Whether the unit is started with the system.'

    newvalue(:true, :event => :mount_enabled) { provider.enable }
    newvalue(:false, :event => :mount_disabled) { provider.disable }
    newvalue(:automount, :event => :mount_enabled, :required_features => :sleepable) { provider.enable }
    defaultto :true
  end

  newproperty(:idle_timeout, :required_features => :sleepable) do
    desc 'After how many seconds without use it is not mounted any longer.'

    munge { |value| Integer(value) }
  end

  newproperty(:quota, :required_features => %w[quotas]) do
    desc 'The space that each user has.'
    newvalues(:none, /\A\d+[KMG]\z/)

    validate do |value|
      next if value == 'none'
      raise ArgumentError, 'a quota has a unit' unless value =~ /\A\d+[KMGT]\z/
    end
  end

  newproperty(:labels, :parent => Puppet::Property::KeyValue) do
    desc 'Labels, as a hash.'

    def membership
      :label_membership
    end
  end

  newparam(:label_membership) do
    desc 'Whether other labels are kept.'
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end

  newparam(:force, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether files in the directory are hidden without a warning.'
    defaultto { false }
  end

  newparam(:credentials) do
    desc 'The file with the password of another host.'

    defaultto do
      "/etc/credentials/#{@resource[:name]}" if REMOTE_KINDS.include?(@resource[:fstype].to_s)
    end
  end

  autorequire(:file) do
    [self[:where], self[:credentials]].compact
  end

  autorequire(:mount_unit) { parent_unit }

  autobefore(:service) { 'local-fs' if self[:fstype] == :ext4 }

  autonotify(:exec) { 'reload units' }

  validate do
    raise Puppet::Error, 'the directory is needed' unless self[:where]
    raise Puppet::Error, 'a device is needed' if self[:what].nil?

    if self[:idle_timeout] && self[:enable] != :automount
      raise Puppet::Error, '`idle_timeout` needs `enable => automount`'
    end
    if remote? && self[:pass].to_s =~ /[12]/
      raise Puppet::Error, 'a file system of another host is not checked'
    end
  end

  def remote?
    REMOTE_KINDS.include?(self[:fstype].to_s)
  end

  def parent_unit
    above = File.dirname(self[:where])
    above == '/' ? nil : "#{above[1..-1].tr('/', '-')}.mount"
  end

  def refresh
    provider.remount if provider.respond_to?(:remount) && self[:ensure] == :mounted
  end

  def self.instances
    []
  end
end
