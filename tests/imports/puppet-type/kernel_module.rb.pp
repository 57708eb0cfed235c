package kernel_module

# A module of the kernel.
type Kernel_module {
  annotation 'urn:modelwright:puppet' { type => 'kernel_module' }
  attr ensure, Enum['loaded', 'unloaded', 'blacklisted', 'present'] {
    annotation 'urn:modelwright:puppet' { kind => 'property', 'alias present' => 'loaded' },
  }
  attr name, Pattern[/\A[\w-]+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr parameters, Pattern[/\A\w+=/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr alias_of, Data {
    default => 'none',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr force, Enum['yes', 'no'] {
    default => 'no',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
