type Answers {
  attr a, Integer { check => { 5 } }
  attr b, Integer { check => { $it / 0 > 1 } }
  attr c, Integer { check => { Integer[0, 100000000].map |$x| { $x } } }
  invariant { $self[d] == 1 }
}
