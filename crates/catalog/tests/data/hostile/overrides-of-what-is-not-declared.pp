Integer[1, 50000].each |$n| { Notify["n${n}"] { message => $n } }
