[1].map |$x| {
  $x + true
}
