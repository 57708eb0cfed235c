$a = @(END)
  plain $x \n
  END
$b = @("END"/L)
    | margin? no
  two ${x} \
  joined $y
    END
$c = @("END":json/tn$)
    {"a": "${x}\t\$y"}
    | END
$d = [@(ONE), @("TWO"/)] + foo(@(THREE))
  one
  | ONE
   two ${ [1, 2].map |$i| { $i } }
  |- TWO
  three
  - THREE
$e = @( SPACED TAG )
text
 SPACED TAG
$f = 1
