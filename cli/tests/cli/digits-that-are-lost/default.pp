package store { uri => 'urn:store' }

type Item {
  attr key, Binary { default => 'ABC' }
}
