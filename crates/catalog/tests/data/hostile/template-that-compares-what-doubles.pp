notice(inline_template("<% a = ['x']\nb = ['x']\n60.times { a = [a, a]\n b = [b, b] } %><%= a == b %>"))
