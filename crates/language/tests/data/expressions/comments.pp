# one
$a = 1 /* two
 * three */ + 2 # four
/* five */ $b = 3
$c = '#' /* */
/* never closed
