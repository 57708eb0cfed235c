notice(inline_template('<% 1000000.times { 1000000.times { 1000000.times { |x| x } } } %>'))
