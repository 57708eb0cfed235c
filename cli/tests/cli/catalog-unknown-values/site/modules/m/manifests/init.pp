# Everything that a value that is not known may be part of.
class m (String $known = 'yes', String $given = m::secret('given')) {
  $value = m::secret('value')
  $list = [$known, $value]
  $hash = { 'a' => $value, 'b' => 1 }
  notify {
    'plain': message => $value;
    'operator': message => "x${value}" + 1;
    'text': message => "with ${list[1]}", withpath => $hash['b'] == 1;
    'inside': message => $hash + { 'c' => $list };
    'replaced': message => $hash + { 'a' => 'known' };
    'function': message => upcase($value);
    'size': message => "${size($list)} ${$list.map |$item| { $item }}";
    'own function': message => m::joined($value, 'end');
    'by default': message => $given;
    'of ruby': message => template('m/ruby.erb');
    'in erb': message => template('m/reader.erb');
    'in epp': message => epp('m/reader.epp', { 'known' => 'k', 'value' => $list });
    'lookup': message => lookup('absent', undef, undef, $value), require => $value;
  }
  m::announce($value)
  $value.each |$item| { notify { "each ${item}": } }
  notice("logged ${value}")
}
