# References have all settings of features, and logic like attributes.
type Part { attr n, Integer }
type Thing {
  has parts, Part { min => 1, max => 2, validate => { if $it[n] == 0 { "no part is ${it[n]}" } } }
  has kept, Part { unsettable => true, transient => true, setable => false }
  has made, Part { derived => { Part.new { n => $parts[0][n] + 1 } } }
  has given, Part { set => |$v| { if $v =~ Integer { Part.new { n => $v } } else { $v } }, containment => false }
}
