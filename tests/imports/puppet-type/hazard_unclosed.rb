Puppet::Type.newtype(:cut) do
  newparam(:name) do
    desc "the end is missing
