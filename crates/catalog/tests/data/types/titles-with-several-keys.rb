Puppet::Type.newtype(:binding) do
  newparam(:name, namevar: true)
  newproperty(:source, namevar: true)
  def self.title_patterns
    [
      [%r{(^([^@]*)$)}m, [[:name]]],
      [%r{^((\S+)@(\S+))$}m, [[:name], [:source], [:vhost]]]
    ]
  end
end

Puppet::Type.newtype(:by_code) do
  newparam(:name, namevar: true)
  newparam(:domain, namevar: true)
  def self.title_patterns
    Other.patterns(:name, :domain)
  end
end

Puppet::Type.newtype(:changed_by_code) do
  newparam(:path, namevar: true)
  def self.title_patterns
    [[/^(.*?)\/*\z/m, [[:path, ->(x) { x.upcase }]]]]
  end
end

Puppet::Type.newtype(:of_keystone) do
  newparam(:name, namevar: true)
  newparam(:domain, namevar: true)
  def self.title_patterns
    PuppetX::Keystone::CompositeNamevar.basic_split_title_patterns(:name, :domain)
  end
end
