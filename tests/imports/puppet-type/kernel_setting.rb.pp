package kernel_setting

# A setting of the kernel.
type Kernel_setting {
  annotation 'urn:modelwright:puppet' { type => 'kernel_setting' }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Its name, with points.
  attr name, Pattern[/\A[\w.\-\/]+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Its value.
  attr value, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Whether it is kept after a restart.
  attr persist, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr apply, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # The file.
  attr target, Pattern[/\A(\/|[A-Za-z]:[\/\\]|\\\\)/] {
    default => '/etc/sysctl.conf',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
