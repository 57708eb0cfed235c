# Numbers in other bases, and patterns that look like numbers but are not.
Puppet::Type.newtype(:hazard_numbers) do
  newparam(:name, namevar: true)
  newproperty(:mode) do
    newvalues(0x10, 1_000, 0777, 0d12, 0)
    defaultto 0x10
  end
  newproperty(:label) do
    newvalues(/^[^0-9]+$/)
    defaultto 'none'
  end
end
