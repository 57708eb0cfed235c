package lists { uri => 'https://example.org/lists' }

type Order {
  attr id, String { min => 1, id => true }
  attr tags, String { max => unbound, unique => false }
  attr codes, String { max => unbound, unique => false }
  attr note, String
  invariant 'An urgent order has a note.' |$o| { (!$o['tags'].any |$m| { ($m != undef and $m =~ Enum['urgent']) } or $o['note'] != undef) }
  invariant 'An order of which all codes are short has a note.' |$o| { (!(!$o['codes'].empty and $o['codes'].all |$m| { ($m != undef and $m =~ Pattern['^.$']) }) or $o['note'] != undef) }
  invariant 'An order with a note has an urgent tag, in an open world.' |$o| { (!$o['note'] != undef or ($o['tags'].empty or $o['tags'].any |$m| { ($m != undef and $m =~ Enum['urgent']) })) }
}
