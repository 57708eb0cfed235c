class a { tag(*range(1, 20000).map |$n| { "t${n}" }) range(1, 20000).each |$n| { notify { "${n}": } } } include a
