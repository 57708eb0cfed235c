$a = @()
$b = @(END:1)
$c = @(END/q)
$d = @(NEVER)
text
