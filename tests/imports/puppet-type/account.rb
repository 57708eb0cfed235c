Puppet::Type.newtype(:account) do
  @doc = %q(An account of a person or a program.)

  feature :manages_shell, 'The provider can set the shell.'
  feature :manages_password, 'The provider can set the password.'
  feature :allows_system, 'Accounts may be those of the system.'

  ensurable
  newparam(:name) do
    desc 'The login.'
    isnamevar
    validate do |value|
      if value.length > 32
        raise ArgumentError, 'the login is too long'
      end
    end
  end
  newproperty(:uid) do
    desc "The number of the account."
    munge do |value|
      case value
      when String then value =~ /^[-0-9]+$/ ? Integer(value) : value
      else value
      end
    end
  end
  newproperty(:groups, :array_matching => :all) do
    desc 'The groups of the account.'
    newvalues(/\A[a-z_][a-z0-9_-]*\z/)
    defaultto 'users'
  end
  newproperty(:shell, :required_features => :manages_shell) do
    validate do |value|
      raise ArgumentError, 'a shell is absolute' if value !~ %r{\A/}
    end
  end
  newproperty(:password, :required_features => %w[manages_password]) do
    desc %(The "hash" of the password.)
    def change_to_s(old, new)
      old == :absent ? 'created password' : 'changed password'
    end
  end
  newproperty(:expiry) do
    newvalues :absent, /^\d{4}-\d{2}-\d{2}$/
  end
  newparam(:managehome, :boolean => true) do
    defaultto false
  end
  newparam(:system, :boolean => true, :required_features => :allows_system) { newvalues(:true, :false) }
  autorequire(:group) do
    self[:groups]
  end
  autobefore(:file) { [self[:home]].compact }
end
