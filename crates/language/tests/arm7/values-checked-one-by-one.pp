# Each value that is set is checked at once; the invariants wait for the end.
type Span {
  attr low, Integer { check => $it >= 0 }
  attr high, Integer { check => $it <= 9 }
  invariant "low is above high" { $low <= $high }
}
