class m::wrapped (
  String $inner,
  String $outer = "outer of ${inner}",
  Array $list = [$inner, $outer],
) {
  class { 'm::wrapped::part': text => $outer }
  -> notify { 'm wrapped': message => $list }
  contain m::wrapped::part
  if $inner == 'nothing' { return() }
  notice($m::wrapped::part::text)
}
