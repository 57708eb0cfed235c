package hazard_names

# Not expressed, in Ruby:
#     newparam(:'it''s "odd"') { newvalues("a'b", "c\nd", 'e\f') }
#
# Not expressed, in Ruby:
#     newparam(NAME) { }
#
# Not expressed, in Ruby:
#     newvalue(:x)
#
# Not expressed, in Ruby:
#     provide(:x) { }
type 'Class' {
  annotation 'urn:modelwright:puppet' { type => 'class' }
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # a
  # # b */ 
  #  c
  attr attr, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr self, Enum['other'] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr 'x::y', Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  attr a, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr b, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
}

type CLASS2 {
  annotation 'urn:modelwright:puppet' { type => 'CLASS' }
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
}
