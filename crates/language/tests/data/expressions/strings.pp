$a = 'it\'s \n \\ ok'
$b = "tab\t quote\" dollar\$x nul\u0041 \u{1F600} \q end\
joined"
$c = "$a and ${a} and ${a[1]['k']} and ${a.b.c('d')} and ${$a} and ${::x::y} and $::x::y."
$d = "$a$b"
$e = "${1} $1 ${if} ${facts['os']['family']} ${a-b}"
$f = "nested ${ "inner ${ $x ? { 'a' => "}" , default => '{' } }" } end"
$g = "$ ${a}$ $"
$h = "${foo($x)} ${Integer} ${a [1]}"
$i = bare-word
$j = _under
