$text = Integer[1, 5000].reduce('') |$memo, $n| { "${memo}a" }
notice("${text}!" =~ /^(a+)+$/, "${text}!" =~ /^(a|a)*$/, "${text}!" =~ /(.*)*(.*)*(.*)*b/)
