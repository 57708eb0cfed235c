class a { stage {'pre': before=>Stage['main'] } class{'b': stage=>'pre'} } class b { notify{'z': } } include a tag('foo')  class c (Integer $x = 3, $y = $x + 1) { notice($y) notify{'cc': message => "$x $name $title"} } include c
#----
stage { 'first': } Stage['first'] -> Stage['main'] class early { notify { 'e': } include sub } class sub { notify { 's': } } class { 'early': stage => first }
#----
notify { 'a': stage => 'main' }
#----
class { 'a': stage => 'nope' } class a {}
