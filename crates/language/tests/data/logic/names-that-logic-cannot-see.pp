package names { uri => 'urn:names' }

type Thing {
  attr meta, String { check => { if $it == 'x' { "${meta[name]} is x" } } }
  attr self, String
  attr it, String
  attr Big, Integer
  invariant 'self' { $self[self] != 'x' }
  invariant 'it' { $it != 'x' }
  invariant 'big' { $self['Big'] != 7 }
  invariant 'meta' { $self[meta] != 'y' }
  invariant 'hidden' { $meta != 'x' }
}
