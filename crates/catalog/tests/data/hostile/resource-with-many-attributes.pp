$pairs = Integer[1, 20000].map |$n| { ["a${n}", $n] }
notify { 'a': * => Hash($pairs) }
