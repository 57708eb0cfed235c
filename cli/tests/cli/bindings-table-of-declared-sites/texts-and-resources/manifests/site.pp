/*
site {
  bindings => []
}
*/
$text = @(END)
site {
  bindings => []
}
| END
$other = "
site { bindings => [] }
"
site { 'x': ensure => present }
site { default: ensure => present }
