package schema_1_name {
  uri => 'urn:it\'s',
  annotation 'https://w3id.org/linkml/' { prefixes => '{linkml: \'https://w3id.org/linkml/\'}' },
}

type 'String' {
  attr type, String
  has 'a"b\'c', 'Integer'
  has has, NamedThing
}

type 'Integer' {
  attr 'x::y', Integer
}

# ends
# type X {}
type NamedThing {
  attr full_name, Pattern[/'\/}/]
}

type NamedThing2 {}

type 'Type' {
  has '$o', 'String' { max => unbound }
}

enum String2 {
  it_s as 'it\'s',
  # a
  # b
  _ as '}',
  _2 as '',
}
