Puppet::Type.newtype(:kernel_module) do
  desc 'A module of the kernel.'
  ensurable do
    newvalues(:loaded, :unloaded, :blacklisted)
    aliasvalue(:present, :loaded)
  end
  newparam(:name) { newvalues(/\A[\w-]+\z/) }
  newproperty(:parameters, array_matching: :all) do
    validate do |parameter|
      raise ArgumentError, 'no parameter' unless /\A\w+=/ =~ parameter
    end
  end
  newproperty(:alias_of) do
    defaultto :none
  end
  newparam(:force) { newvalues(:yes, :no); defaultto :no }
end
