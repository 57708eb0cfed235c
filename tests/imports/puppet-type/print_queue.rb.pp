package print_queue

# A queue of a printer.
#
# One queue has one printer.
type Print_queue {
  annotation 'urn:modelwright:puppet' { type => 'print_queue' }
  # Whether it is there.
  #
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr name, String {
    min => 1,
    id => true,
    check => { if $it =~ Pattern['[\\s/#]'] { 'no spaces' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr uri, Pattern[/\A(ipp|ipps|usb|socket):/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr duplex, Enum['none', 'long', 'short'] {
    default => 'none',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr shared, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr options, Hash[String, Data] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr location, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr description, Data {
    annotation 'urn:modelwright:puppet' { kind => 'property', parent => 'Acme::Property::Text' },
  }
}
