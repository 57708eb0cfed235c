notice(inline_template("<% a = []\n300000.times { a = [a] } %><%= a %>"))
