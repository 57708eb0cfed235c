package security_boolean

# A switch of the policy.
type Security_boolean {
  annotation 'urn:modelwright:puppet' { type => 'security_boolean' }
  # Its name.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Whether it is on.
  attr value, Enum['on', 'off'] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr persistent, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
