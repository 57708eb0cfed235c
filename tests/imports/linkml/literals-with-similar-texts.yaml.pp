package similar { uri => 'https://example.org/similar' }

type Thing {
  attr kind, Kind
  attr size, Integer
  invariant 'rule 1 of Thing' |$o| { (!($o['kind'] != undef and $o['kind'] =~ Enum['a_b2']) or ($o['size'] != undef and $o['size'] >= 5)) }
  invariant 'rule 2 of Thing' |$o| { (!($o['kind'] != undef and $o['kind'] =~ Enum['a_b', '日本']) or ($o['size'] != undef and $o['size'] <= 3)) }
}

enum Kind { a_b as 'a-b', a_b2 as 'a b', a_b_2, '日本', '中国', _1st as '1st', _ }
