package a { uri => 'urn:a' }

type Thing {
  attr Big, Integer { check => { $Big > 0 } }
}
