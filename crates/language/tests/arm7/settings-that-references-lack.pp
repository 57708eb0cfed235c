type Part { attr n, Integer }
type Thing {
  attr b, String { containment => true }
  has c, Part { id => true }
  attr d, String { unknown => 1 }
}
