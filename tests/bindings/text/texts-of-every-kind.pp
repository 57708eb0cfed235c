bindings x {
  bind 'quotes' to "it's \"so\" \$x \\ end"
  bind 'lines' to "a\nb\tc"
  bind 'control' to "\u{200b}"
  bind 'empty' to ''
  bind 'dollar' to '${x}'
  bind "two
lines" to 1
  bind 'numbers' to [0x1F, 017, 1.0, 1e20, 1.5e-7, -0.0, 9223372036854775807, -12]
  bind 'long' to { 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' => { 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' => ['cccccccccccccccccccccccccccc', 'ddddddddddddddddddd'] } }
  bind 'expression' to {
    'a' => if $x {
        1
      } else {
      2
    },
    $key => [$x, "in the ${middle} of"],
  }
  bind 'string over lines' to "a ${x}
   b"
}
