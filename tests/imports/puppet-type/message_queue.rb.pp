package message_queue

type Message_queue {
  annotation 'urn:modelwright:puppet' { type => 'message_queue' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr queue, Pattern[/\A[^@]+@\S+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr durable, Variant[Boolean, Pattern['true|false']] {
    check => { if $it !~ String and "${it}" !~ /true|false/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => 'true' },
  }
  attr auto_delete, Boolean { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Arguments, such as {'x-ttl' => 3}.
  #
  # The default, in Ruby:
  #     defaultto({})
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, "no hash" unless [Hash].include?(v.class)
  attr arguments, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr user, Pattern[/^\S+$/] {
    default => 'guest',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr password, Pattern[/\S/] {
    default => 'guest',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
