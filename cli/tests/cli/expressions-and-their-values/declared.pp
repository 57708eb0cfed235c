$x = 1
annotation "a" { b => "c" }
