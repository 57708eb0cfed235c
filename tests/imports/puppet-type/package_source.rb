Puppet::Type.newtype(:package_source) do
  desc 'Where packages come from.'
  ensurable do
    newvalues(:present, :absent, :disabled)
    defaultto 'present'
  end
  newparam(:id, namevar: true)
  newproperty(:baseurl) do
    desc 'The address.'
    newvalues(%r{\Ahttps?://}, %r{\Afile:///}, 'absent')
  end
  newproperty(:gpgcheck, :parent => Puppet::Property::Boolean) do
    desc 'Whether signatures are checked.'
    defaultto true
  end
  newproperty(:priority) do
    desc 'From 1, the highest, to 99.'
    newvalues(/\A[1-9][0-9]?\z/)
    defaultto '99'
  end
  newproperty(:components, parent: Puppet::Property::List) do
    desc 'The parts.'
    def membership
      :component_membership
    end
  end
  newparam(:component_membership) do
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end
  newproperty(:headers, parent: Puppet::Property::KeyValue)
end
