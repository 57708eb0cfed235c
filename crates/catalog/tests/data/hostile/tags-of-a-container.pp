class a { tag(*Integer[1, 20000].map |$n| { "t${n}" }) Integer[1, 20000].each |$n| { notify { "${n}": } } } include a
