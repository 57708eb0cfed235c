class m (Integer $used_parameter) {
  $a = lookup({'name' => 'used_by_option', 'default_value' => 1})
  $b = lookup(['used_in_list', 'used_too_in_list'])
  $c = lookup("${facts['x']}_before_suffix")
  $d = 'used_by_chain'.lookup
  $e = lookup("used_hash.${facts['x']}")
  $f = lookup('"used.with dots"')
  $g = lookup('x', { 'default_value' => lookup('used_as_default') })
}
