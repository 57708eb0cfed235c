type Part { attr n, Integer }
type Thing {
  attr a, Integer { min => 1, max => unbound }
  attr b, String { unsettable => true, transient => true, setable => true }
  attr c, String { validate => $it != 'x' }
  attr d, Integer { derived => |$t| { $t[e] + 1 } }
  attr e, Integer { default => 2, check => $it > 0, set => |$v| { $v + 1 }, get => |$v| { $v * 10 } }
  has parts, Part { max => 2, containment => true }
  has shown, Part { min => 0, max => 1, containment => false }
}
