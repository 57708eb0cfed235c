notice(inline_template("<% a = []\nb = a\n100000.times { c = []\n b << c\n b = c } %><%= a.length %>"))
