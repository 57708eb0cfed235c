# A check says yes, no, nothing or why not; anything else is a slip in the type.
type Thing {
  attr a, Integer { check => { $it } }
  attr b, String { check => $a > 1 }
}
