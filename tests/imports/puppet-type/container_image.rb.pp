package container_image

# An image of containers.
type Container_image {
  annotation 'urn:modelwright:puppet' {
    type => 'container_image',
    autorequires => '{ :file => \'$auth_file\', :service => [\'docker\', \'containerd\'] }',
  }
  attr ensure, Enum['present', 'absent'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr title_name, Pattern[/\A[a-z0-9\/._-]+\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # The tag.
  attr version, Variant[String[1], Integer] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Labels.
  attr labels, Hash[String, Variant[String, Integer]] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How to log in.
  attr auth, Struct[{ user => String[1], Optional[password] => String, Optional[realm] => Optional[String] }] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'parameter' },
  }
  attr layers, Tuple[String, Integer, 1, default] {
    settable => false,
    check => { 'the value is only read' },
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'read_only' },
  }
  attr size, Float[0.0] {
    settable => false,
    check => { 'the value is only read' },
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'read_only' },
  }
  attr checked, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr registry, Data {
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'init_only' },
  }
  attr secret, String { annotation 'urn:modelwright:puppet' { kind => 'property' } }
}
