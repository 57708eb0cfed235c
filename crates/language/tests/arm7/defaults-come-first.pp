# Defaults are there before any value is set, so that setters and initializers see them.
type Thing {
  attr a, Integer { default => 2 }
  attr b, Integer { set => |$v| { $v + $a } }
}
