Integer[1, 5000].each |$n| { Notify["n${n}"] { message => $n } }
