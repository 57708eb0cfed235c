Integer[1, 2000000].each |$n| { notify { "n${n}": } }
