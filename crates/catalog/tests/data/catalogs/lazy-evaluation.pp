define loop($n) { loop { "x$n": n => $n + 1 } } loop { 'x': n => 1 }
#----
define a { b { "$title-b": } notify { "a$title": } } define b { notify { "b$title": } } a { '1': } a { '2': } notify { 'top': }
#----
define r($n) { if $n > 0 { r { "x${n}": n => $n - 1 } } notify { "r${n}": } } r { 'x': n => 5 }
#----
schedule { 's': range => '1-2' } class a { notify { 'n': } tag 'z' } class { 'a': schedule => 's', noop => true } define d { notify { 'dn': } } d { 'd': schedule => 's', tag => 'dt' }
