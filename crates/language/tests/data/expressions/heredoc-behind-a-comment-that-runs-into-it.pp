$a = @(E)/*E
*/if $x
E
$b = 1
