type Thing {
  attr text, Integer { check => { if $it == 0 { "not ${it}" } } }
  attr nothing, Integer { check => { if $it == 0 { undef } } }
  attr no, Integer { check => { $it != 0 } }
  attr answer, Integer { default => 1 }
  invariant "the title" { if $answer == 0 { false } else { true } }
  invariant { if $answer == 2 { false } }
  invariant "not this title" { if $answer == 3 { "the message" } }
}
