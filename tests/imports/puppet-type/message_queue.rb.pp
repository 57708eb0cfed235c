package message_queue

type Message_queue {
  annotation 'urn:modelwright:puppet' { type => 'message_queue' }
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr queue, Pattern[/\A[^@]+@\S+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr durable, Pattern[/true|false/] {
    default => 'true',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
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
