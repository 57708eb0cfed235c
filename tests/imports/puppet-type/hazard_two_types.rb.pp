package hazard_two_types

type First_type {
  annotation 'urn:modelwright:puppet' { type => 'first_type', 'definition step' => 'step = 5' }
  # `munge`, in Ruby:
  #     value.to_i * step
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
}

type Second_type {
  annotation 'urn:modelwright:puppet' { type => 'second_type', 'definition LIMIT' => 'LIMIT = 10' }
  # `munge`, in Ruby:
  #     value.step(LIMIT).first
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
}
