package service_timer

# A timer of a service.
type Service_timer {
  annotation 'urn:modelwright:puppet' {
    type => 'service_timer',
    'feature maskable' => 'The provider can prevent any start.',
  }
  # The timer.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Whether it runs.
  attr ensure, Variant[Boolean, Enum['running', 'stopped']] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'alias true' => 'running',
      'alias false' => 'stopped',
      default => 'running',
    },
  }
  attr enable, Variant[Boolean, Enum['mask']] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'value mask requires' => ':maskable',
    },
  }
  attr on_calendar, String {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr delay, Pattern[/\A\d+(s|min|h)\z/] {
    default => '0s',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr persistent, Boolean { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # `validate`, in Ruby:
  #     v.each { |key, _| raise ArgumentError, "no key" if key.empty? }
  attr unit_options, Hash[String, Data] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
