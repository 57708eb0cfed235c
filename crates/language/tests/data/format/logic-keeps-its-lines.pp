type P {
      attr a, String { check => |$x|   { if $x =~ /\s/ {
   "holds  ${ x }  blanks
     as it is"
         } # behind
 } }
  attr b { check => ($it   != "") and
 $it != 'x' }
  invariant   "m" {   $a == $b }
  invariant {
  # why
  case $a {
  'x' : { true }


  default: { false }
  } }
  operation f(String $s) >> String { min => 1 } { "a" }
  operation g() {
$a + 1 }
}
