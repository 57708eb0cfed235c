require 'pathname'
Puppet::Type.newtype(:registry_value) do
  @doc = 'A value of the registry.'
  def self.title_patterns
    [[/^(.*?)\z/m, [[:path, lambda { |x| x }]]]]
  end
  ensurable
  newparam(:path, namevar: true) do
    validate do |path|
      raise ArgumentError, 'unknown root' unless path =~ /\A(32:)?(HKLM|HKCR|HKU)\\/i
    end
  end
  newproperty(:type) do
    newvalues(:string, :array, :dword, :qword, :binary, :expand)
    defaultto :string
  end
  newproperty(:data, array_matching: :all) do
    defaultto ''
    munge do |value|
      case resource[:type]
      when :dword then Integer(value)
      else value
      end
    end
  end
  autorequire(:registry_key) { self[:path] }
end
