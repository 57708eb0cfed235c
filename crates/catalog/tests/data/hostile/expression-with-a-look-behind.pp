notice('a' =~ /(?<=(a+)+)b/)
