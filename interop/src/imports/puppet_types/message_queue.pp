package message_queue

type Message_queue {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  attr queue, Pattern[/\A[^@]+@\S+\z/] { min => 1, id => true }
  attr durable, Variant[Boolean, Pattern['true|false']] {
    check => { if $it !~ String and "${it}" !~ /true|false/ { 'the value has a wrong form' } },
  }
  attr auto_delete, Boolean
  # Arguments, such as {'x-ttl' => 3}.
  attr arguments, Hash[String, Data]
  attr user, Pattern[/^\S+$/] { default => 'guest' }
  attr password, Pattern[/\S/] { default => 'guest' }
}
