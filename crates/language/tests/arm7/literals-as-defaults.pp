type Thing {
  attr whole, Integer { default => 7 }
  attr part, Float { default => 1.5 }
  attr text, String { default => "a text" }
  attr name, String { default => a_name }
  attr yes, Boolean { default => true }
  attr way, enum[up, down,] { default => down }
}
