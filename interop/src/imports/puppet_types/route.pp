package route

# A route of the network.
type Route {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  # The network.
  attr destination, Pattern[/\Adefault\z/, /\A[0-9a-f.:]+\/\d{1,3}\z/] { min => 1, id => true }
  attr gateway, Pattern[/\A\d{1,3}(\.\d{1,3}){3}(\/\d+)?\z/, /(?i:\A[0-9a-f:.]*:[0-9a-f:.]*(\/\d+)?\z)/] {
    min => 1,
  }
  attr interface, Data { min => 1 }
  attr metric, Variant[Integer, String]
  attr kind, Enum['unicast', 'blackhole']
  attr scope, Enum['link', 'host', 'global']
}
