$list = [] notice(inline_template("<% a = []\nb = a\n20.times { b = [b, b] }\n@list << b\n100000.times { |i| a << i } %>x"))
