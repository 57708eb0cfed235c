notice(Integer[1, 60].reduce('ab') |$memo, $n| { "${memo}${memo}" })
