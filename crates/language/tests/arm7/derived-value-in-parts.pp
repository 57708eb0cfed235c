# A setter may split a value into others, which nobody else may set; the derived value puts them together.
type Person {
  attr first, String { setable => false }
  attr last, String { setable => false }
  attr full, String {
    derived => |$p| { "${first} ${last}" },
    setable => true,
    set => |$v| { $parts = $v.split(' ') $first = $parts[0] $last = $parts[1] },
  }
  attr lost, String { derived => { 'always' }, setable => true }
}
