package heredocs {}

type A {
  attr two, String { check => $it != @(ONE), get => |$v| { @("TWO") } } # both
    one
    | ONE
    two ${v}
    -TWO
  invariant "not so" { $two == @(X) and
    # inside
  x
  X
    true }
  operation text() >> String { @(BODY/t)
    a
   | BODY
  }
}
