Puppet::Type.newtype(:service_timer) do
  @doc = <<-'DOC'.strip
    A timer of a service.
  DOC
  feature :maskable, 'The provider can prevent any start.'
  newparam(:name) { desc "The timer."; isnamevar }
  newproperty(:ensure) do
    desc "Whether it runs."
    newvalue(:running) { provider.start }
    newvalue(:stopped) { provider.stop }
    aliasvalue(true, :running)
    aliasvalue(false, :stopped)
    defaultto :running
  end
  newproperty(:enable) do
    newvalue(:true, :event => :enabled) { provider.enable }
    newvalue(:false) { provider.disable }
    newvalue(:mask, :required_features => :maskable) { provider.mask }
  end
  newproperty(:on_calendar, :array_matching => :all) do
    validate { |v| raise "no time" unless v.is_a?(String) }
  end
  newproperty(:delay) do
    newvalues(/\A\d+(s|min|h)\z/)
    defaultto '0s'
  end
  newproperty(:persistent, boolean: true, parent: Puppet::Property::Boolean)
  newparam(:unit_options) do
    validate do |v|
      raise ArgumentError, "options are a hash" unless v.is_a?(Hash)
      v.each { |key, _| raise ArgumentError, "no key" if key.empty? }
    end
  end
end
