notice(inline_template("<% a = ['x']\n60.times { a = [a, a] } %><%= a %>"))
