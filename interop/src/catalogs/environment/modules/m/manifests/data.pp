class m::data (
  String $value,
  Hash $merged,
  $missing = lookup('no_such_key', undef, undef, 'default of lookup'),
) {
  notice("${value} ${merged} ${missing}")
  notify { "m data ${value}": message => $merged }
}
