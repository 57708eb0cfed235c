notice(inline_template("<% def f(x)\n f(x) + f(x)\nend %><%= f(1) %>"))
