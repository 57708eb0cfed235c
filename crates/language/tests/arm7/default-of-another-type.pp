type Thing {
  attr whole, Integer { default => 'x' }
  attr yes, Boolean { default => maybe }
  attr way, enum[up, down] { default => left }
}
