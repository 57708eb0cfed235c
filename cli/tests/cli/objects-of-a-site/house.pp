package house { uri => 'urn:house:1', prefix => 'h' }

type Door {
  attr colour, String { default => 'red' }
}
