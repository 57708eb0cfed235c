Puppet::Type.newtype(:user_group) do
  @doc = "A group of users."
  GROUP_KINDS = %i[posix directory mail].freeze
  ensurable
  newparam(:name, :namevar => true) do
    desc "The name of the group."
    validate do |value|
      raise ArgumentError, "a name is a text" unless value.is_a?(String)
    end
  end
  newproperty(:gid) do
    desc "Its number."
    newvalues(/^\d+$/)
  end
  newproperty(:kind) do
    newvalues(*GROUP_KINDS)
    defaultto :posix
  end
  newproperty(:members, :array_matching => :all) do
    desc "Who is in it."
  end
  newparam(:auth_membership, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc "Whether it has these members only."
    defaultto true
  end
  newparam(:forcelocal, :required_features => :libuser, :parent => Puppet::Parameter::Boolean)
end
