Puppet::Type.newtype(:computed) do
  newparam(:name, :namevar => true)
  newparam("x_#{Facter.value(:kernel)}")
end

Puppet::Type.newtype(:conditional) do
  newparam(:path, namevar: true)
  if Puppet::Util::Platform.windows?
    newparam(:drive)
  end
end

Puppet::Type.newtype(:many) do
  newparam(:name)
  Puppet.features.each { |one| newparam(one) }
end
