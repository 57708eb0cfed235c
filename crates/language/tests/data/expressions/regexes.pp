$a = $x =~ /a\/b [/] c/
$b = $x / 2 / 3
$c = [/a/, /b/]
$d = { 'k' => /a b/ }
case $x { /:/: { } default: { /x/ } }
$e = f(1) / 2 / 1
$f = $x[1] / 2 / 1
if /a/ in $x { }
$g = undef / 2/
