notify { 'first': } Integer[1, 5000].each |$n| { notify { "n${n}": } Notify['first'] -> Notify["n${n}"] }
