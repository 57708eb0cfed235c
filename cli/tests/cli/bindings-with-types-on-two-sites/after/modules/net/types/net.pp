package net { uri => 'urn:net' }

type Url {
  attr host, String { min => 1 }
  attr port, Integer { default => 443 }
}
