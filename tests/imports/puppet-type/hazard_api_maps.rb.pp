package hazard_api_maps

# Maps where documents would have to name their type.
type Hazard_api_maps {
  annotation 'urn:modelwright:puppet' { type => 'hazard_api_maps' }
  # The name.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', behaviour => 'namevar' },
  }
  # A text or a map.
  attr one, Data {
    check => { if $it !~ Variant[String, Hash[String, Integer]] { 'the value has a wrong type' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Maps.
  attr many, Data {
    max => 3,
    check => { if $it !~ Hash[String, Integer] { 'the value has a wrong type' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Numbers and maps.
  attr mixed, Data {
    max => unbound,
    check => { if $it !~ Variant[Integer, Hash[String, Data]] { 'the value has a wrong type' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Neither.
  attr plain, Variant[Integer, Array[String]] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Only read.
  attr seen, String {
    max => unbound,
    settable => false,
    check => { 'the value is only read' },
    annotation 'urn:modelwright:puppet' { kind => 'property', behaviour => 'read_only' },
  }
}
