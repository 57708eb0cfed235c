if false { notify { 'x': } } else { notify { 'y': } } case 'a' { /a/: { notify { $0: } } default: {} } $r = $facts['os']['family'] ? { 'Debian' => 'deb', default => 'other' } notify { $r: }
#----
unless false { notify { 'u': } } notice(if true { 'v' }) $y = case 3 { 1, 2: { 'low' } 3, 4: { 'mid' } default: { 'hi' } } notice($y)
#----
notify { 'a': message => "multi
line" } notify { 'b': message => @("END")
  text ${facts['fx']}
  | END
} notify { 'c': message => 1.5 } notify { 'd': message => true } notify { 'e': message => undef } notify { 'f': message => [] , noop => false }
#----
notice("${facts['os']['family']} ${1 + 2} $facts[fx] ${x} ${::fx}") notice('single $x') notice("esc \$x \t|\u{41}")
