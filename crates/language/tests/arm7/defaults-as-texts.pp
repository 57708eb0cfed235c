# A default may be written as a text, which is converted to the type of the attribute.
type Thing {
  attr whole, Integer { default => '7' }
  attr part, Float { default => '1.5' }
  attr yes, Boolean { default => 'true' }
  attr way, enum[up, down] { default => 'down' }
}
