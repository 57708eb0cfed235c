type Range {
  attr low, Integer
  attr high, Integer
  invariant $low <= $high
}
