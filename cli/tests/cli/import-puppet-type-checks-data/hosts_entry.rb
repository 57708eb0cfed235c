# An entry of the file of hosts.
Puppet::Type.newtype(:hosts_entry) do
  @doc = "Manages one line of `/etc/hosts`.

    The line is found by its name."

  ensurable

  newparam(:name, namevar: true) do
    desc 'The name of the host.'
    validate do |value|
      raise ArgumentError, "a name has no spaces" unless value =~ /\A[a-z0-9.-]+\z/i
    end
  end

  newproperty(:ip) do
    desc "The address of the host."
    newvalues(/\A\d{1,3}(\.\d{1,3}){3}\z/, /\A[0-9a-f:]+\z/i)
  end

  newproperty(:host_aliases, :array_matching => :all) do
    desc "Other names of the host."
    validate do |value|
      raise ArgumentError, 'an alias has no spaces' if value =~ /\s/
    end
  end

  newproperty(:comment) do
    desc "What is written after the names."
  end

  newparam(:target) do
    desc "The file."
    defaultto { Puppet::Util::Platform.windows? ? 'C:/hosts' : '/etc/hosts' }
  end

  autorequire(:file) do
    self[:target]
  end

  validate do
    raise Puppet::Error, "an address is needed" unless self[:ip]
  end
end
