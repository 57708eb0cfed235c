package libraries_of_definitions

enum Colour {
  # Red.
  red,
  # Nearly black.
  dark_blue as 'dark blue',
}

datatype Amount { base => Float, facets => { minExclusive => 0.0 } }

datatype Code {
  instance_class => 'java.lang.String',
  facets => {
    baseType => 'http://www.w3.org/2001/XMLSchema#string',
    pattern => '[A-Z]+',
    maxLength => 3,
  },
  annotation 'urn:modelwright:language' { type => 'Pattern[/\\A[A-Z]+\\z/]' },
}

type Thing {
  attr colour, Colour
  attr amount, Amount
  attr code, Code
  attr codes, Code { max => unbound, unique => false }
}
