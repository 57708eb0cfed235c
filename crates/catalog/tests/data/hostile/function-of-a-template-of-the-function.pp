function f($n) { inline_epp('<%= f($n + 1) %>') } notice(f(1))
