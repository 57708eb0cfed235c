package store { uri => 'urn:store' }

type Item {
  attr key, Binary
  attr keys, Array[Binary]
  attr seen, Timestamp
}
