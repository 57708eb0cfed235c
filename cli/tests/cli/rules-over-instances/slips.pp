type Slips {
  attr a, String { check => $b != "" }
  attr b, String { check => $b.uper != "" }
  invariant { $self[c] == 1 and $it == 2 }
  invariant { $a =~ Sipls }
}
