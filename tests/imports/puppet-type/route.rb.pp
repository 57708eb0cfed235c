package route

# A route of the network.
type Route {
  annotation 'urn:modelwright:puppet' { type => 'route' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The network.
  attr destination, Pattern[/\Adefault\z/, /\A[0-9a-f.:]+\/\d{1,3}\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # `validate`, in Ruby:
  #     begin
  #       IPAddr.new(value)
  #     rescue ArgumentError
  #       raise ArgumentError, "no address: #{value}"
  #     end
  attr gateway, Data { min => 1, annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr interface, Data { min => 1, annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr metric, Variant[Integer, String] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # `validate`, in Ruby:
  #     kinds = %w[unicast blackhole]
  #     raise ArgumentError, 'unknown' unless kinds.include?(value)
  attr kind, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr scope, Enum['link', 'host', 'global'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
}
