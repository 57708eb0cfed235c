$a = "${}"
$b = "${1 +}"
$c = "never closed ${x}
$d = 1
