Puppet::Type.newtype(:network_interface) do
  @doc = 'An interface of a host.'
  ensurable { newvalues :up, :down, :absent; defaultto :up }
  newparam(:name, namevar: true) do
    validate do |value|
      raise ArgumentError, "at most 15 signs" unless value =~ /\A\S{1,15}\z/
    end
  end
  newproperty(:mac) { newvalues(/\A(\h{2}:){5}\h{2}\z/) }
  newproperty(:mtu) do
    desc 'From 68 to 65535.'
    validate do |value|
      number = Integer(value)
      raise ArgumentError, "not in the range" unless (68..65_535).cover?(number)
    end
    munge { |value| Integer(value) }
  end
  newproperty(:addresses, array_matching: :all) do
    newvalues(%r{\A[\d.]+/\d+\z}, %r{\A[0-9a-f:]+/\d+\z}i)
  end
  newproperty(:duplex) { newvalues(:full, :half, :auto) ; defaultto(:auto) }
  newproperty(:speed) { newvalues(:auto, /\A(10|100|1000|10000)\z/) ; defaultto('auto') }
  newproperty(:vlan) do
    newvalues(:none, /\A\d+\z/)
  end
  newparam(:reconfigure, boolean: true) { newvalues(:true, :false); defaultto :false }
end
