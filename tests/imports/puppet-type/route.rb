Puppet::Type.newtype(:route) do
  @doc = 'A route of the network.'
  ensurable
  newparam(:destination, :namevar => true) do
    desc 'The network.'
    newvalues('default', %r{\A[0-9a-f.:]+/\d{1,3}\z})
  end
  newproperty(:gateway) do
    validate do |value|
      begin
        IPAddr.new(value)
      rescue ArgumentError
        raise ArgumentError, "no address: #{value}"
      end
    end
  end
  newproperty(:interface)
  newproperty(:metric) do
    munge { |m| m.to_i }
  end
  newproperty(:kind) do
    validate do |value|
      kinds = %w[unicast blackhole]
      raise ArgumentError, 'unknown' unless kinds.include?(value)
    end
  end
  newproperty(:scope) do
    validate do |value|
      raise ArgumentError, 'unknown' unless ['link', 'host', 'global'].include? value.to_s
    end
  end
  validate do
    unless self[:gateway]
      fail 'a gateway is needed'
    end
    fail 'an interface is needed' if !self[:interface]
  end
end
