# A provider without its type.
Puppet::Type.type(:login).provide(:unix) do
  commands useradd: 'useradd'
end
