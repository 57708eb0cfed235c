notify { 'first': } Integer[1, 50000].each |$n| { notify { "n${n}": } Notify['first'] -> Notify["n${n}"] }
