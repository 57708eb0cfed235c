package computed { uri => 'urn:computed' }

enum Colour { red, green }
type Part { attr name, String }
type Thing {
  attr age, Integer { get => 'old' }
  attr size, Integer[1] { derived => { 0 } }
  attr ratio, Float { derived => { 2 } }
  attr names, String { max => unbound, derived => { ['a', 1] } }
  attr one, String { max => unbound, derived => { 'a' } }
  attr colour, Colour { derived => { 'blue' } }
  attr good, Colour { derived => { 'red' } }
  attr pair, Tuple[Integer, String] { derived => { [1, 'a'] } }
  attr bad_pair, Tuple[Integer, String] { derived => { ['a', 1] } }
  attr none, Integer { derived => { undef } }
  has part, Part { derived => { 'part' } }
  has made, Part { derived => { new(Part, { name => 'made' }) } }
}
type Sum {
  attr total, Integer { derived => { 'many' } }
  invariant 'the total is small' { $total < 10 }
}
