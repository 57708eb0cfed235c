package defaults { uri => 'urn:defaults' }

type Thing {
  attr size, Integer { default => 0, check => $it > 0 }
  attr name, String { default => 'a', check => { if $it.length < 2 { "${it} is too short" } } }
  attr word, String { default => 'abc', check => { if $it.length < 2 { "${it} is too short" } } }
  attr count, Integer { default => 1, check => { $it.nothing } }
  attr part, String { default => 'x', check => $it / 2 == 1 }
  attr list, Integer { max => unbound, check => $it > 0 }
}
