package checked { uri => 'urn:checked' }

datatype Few {
  instance_class => 'int'
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { minInclusive => '1', enumeration => '1 2 5' }
}

datatype Word {
  instance_class => 'java.lang.String'
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { enumeration => 'no maybe', maxLength => '3' }
}

datatype Tiny {
  instance_class => 'short'
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { maxInclusive => '9' }
}

# Every kind of data type with facets, in every kind of place.
type Reading {
  attr small, Integer[0, 5] { min => 1 }
  attr level, Integer[-3, 5] { default => 2 }
  attr years, Integer[2000, 2100] { min => 1 }
  attr widest, Integer[0, 9223372036854775807]
  attr unsigned, Integer[0, 18446744073709551615] { default => 7 }
  attr most, Integer[1, 10000000000000000000] { default => 8 }
  attr huge, Integer[-1, 170141183460469231731687303715884105727]
  attr tiny, Tiny { default => 3 }
  attr few, Few
  attr word, Word
  attr motto, String[1, 9] { default => 'ready' }
  attr code, Pattern[/^[A-Z]+$/] { min => 1 }
  attr mode, Enum['ordered', 'in stock'] { default => 'in stock' }
  attr case, Enum['Yes', 'No', true]
  attr modes, Enum['slow', 'fast', 'none'] { max => unbound }
  attr name, String[1, 5]
  attr words, String[0, 3] { max => unbound }
  attr rate, Float[0.0, 1.0] { default => 0.5 }
  attr truth, Boolean[true]
  attr version, SemVer
  attr data, Binary
  attr ranks, Hash[Enum['first', 'second'], Integer[1, 9]]
  attr codes, Hash[Pattern[/^[a-z]+$/], String[1]]
  attr either, Variant[Integer[0, 9], Enum['none', 'all']]
  attr pair, Tuple[Integer[0, 1], Enum['l', 'r']]
}

abstract type Named { attr port, Integer[1, 65535] { min => 1 } attr kind, Enum['tcp', 'udp'] }
type Local inherits Named {}
type Remote inherits Named {}
type Plan { has ports, Named { max => unbound } }
