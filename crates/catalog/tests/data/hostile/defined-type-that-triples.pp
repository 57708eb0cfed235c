define d { [1, 2, 3].each |$n| { d { "${title}${n}": } } } d { 'a': }
