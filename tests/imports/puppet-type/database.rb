Puppet::Type.newtype(:database) do
  @doc = 'A database of a server.'
  ensurable do
    defaultvalues
    newvalue(:archived)
    defaultto :present
  end
  newparam(:name, isnamevar: true) { desc 'The name of the database.' }
  newproperty(:charset) do
    desc 'The set of characters.'
    defaultto :utf8
    newvalues(/^\S+$/)
  end
  newproperty(:collation) do
    newvalues(/^\S+$/)
  end
  newproperty(:owner)
  newproperty(:connection_limit) do
    newvalues(:unlimited, /\A\d+\z/)
    defaultto :unlimited
  end
  newproperty(:extensions, array_matching: :all) do
    validate do |value|
      raise ArgumentError, 'an extension is a word' unless /\A\w+\z/.match(value)
    end
    def insync?(is)
      is.sort == should.sort
    end
  end
end
