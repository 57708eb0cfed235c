type   A { attr raw, String { get => |$v| { @("END") } }
    ${v} in a heredoc
    | END
  attr two, String { check => $it != @(ONE), get => @(TWO) } # both
    one
    | ONE
    two
    -TWO
  invariant { $raw == @(X:json) and   # behind
  { "a": 1 }
  X
   true }
  operation text() >> String { @(BODY/t)
  	a
   | BODY
  }
}
type B {
  operation one(String $a, Integer $b) { min => 1 } { if $a {
     1
   } }
}
