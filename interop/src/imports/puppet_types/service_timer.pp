package service_timer

# A timer of a service.
type Service_timer {
  # The timer.
  attr name, String { min => 1, id => true }
  # Whether it runs.
  attr ensure, Variant[Boolean, Enum['running', 'stopped']]
  attr enable, Variant[Boolean, Enum['mask']]
  attr on_calendar, String { max => unbound, unique => false }
  attr delay, Pattern[/\A\d+(s|min|h)\z/] { default => '0s' }
  attr persistent, Boolean
  attr unit_options, Hash[String, Data] { check => { if '' in $it.keys { 'no key' } } }
}
