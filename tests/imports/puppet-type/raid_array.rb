Puppet::Type.newtype(:raid_array) do
  @doc = 'Disks that are one.'
  ensurable
  newparam(:device, namevar: true) { newvalues(%r{\A/dev/md\d+\z}) }
  newproperty(:level) { newvalues(0, 1, 5, 6, 10) }
  newproperty(:devices, array_matching: :all) do
    isrequired
    newvalues(%r{\A/dev/})
  end
  newproperty(:chunk) do
    munge { |value| Integer(value) }
    defaultto 512
  end
  newproperty(:spares, array_matching: :all) { newvalues(%r{\A/dev/}, :none) }
  newparam(:force, boolean: true) { defaultto :false }
  validate do
    if self[:level].to_s == '6' && self[:devices].size < 4
      raise ArgumentError, 'four devices are needed'
    end
  end
end
