package web_site

type Web_site {
  annotation 'urn:modelwright:puppet' { type => 'web_site' }
  # Comments above an attribute document it.
  attr name, String {
    min => 1,
    id => true,
    check => { if $it =~ Pattern['[A-Z]'] { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The root of its documents.
  attr docroot, Pattern[/^\//] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr port, Variant[Integer[0], Pattern['\\A[0-9]+\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '80' },
  }
  attr ssl, Variant[Boolean, Enum['optional']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr options, Enum['indexes', 'follow'] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The default, in Ruby:
  #     defaultto({})
  attr settings, Hash[String, Data] { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr retries, Data { default => '3', annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr ratio, Data { default => '0.5', annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr quoted, Data {
    default => 'it\'s "#" \\ here',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
