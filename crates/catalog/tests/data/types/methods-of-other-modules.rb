Puppet::Type.newtype(:extended) do
  extend PuppetX::Settings

  create_parameters

  autorequire(:file) do
    ['/etc/settings']
  end
end
