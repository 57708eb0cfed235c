package defaults { uri => 'urn:defaults' }

type Car {
  attr number, Integer[1] { default => 0 }
}

type Wheel {
  attr built, Timestamp { default => '2026-02-30' }
}
