notice(inline_template('<%= {1=>2, 1.0=>3}.inspect %> <%= {[1]=>2, [1.0]=>3}.inspect %> <%= {[1]=>2}[[1.0]].inspect %> <%= {[1]=>2}[[1]].inspect %>'))
#----
notice(inline_template('<%= [1,1.0,[1],[1.0]].uniq.inspect %> <%= ([[1]] - [[1.0]]).inspect %> <%= ([[1]] & [[1.0]]).inspect %> <%= ([[1]] | [[1.0]]).inspect %>'))
#----
notice(inline_template('<%= {{1=>2}=>3}[{1=>2.0}].inspect %> <%= [[1]].include?([1.0]) %> <%= {1=>2}.key?(1.0) %> <%= [1] == [1.0] %> <%= {1=>2} == {1=>2.0} %>'))
#----
notice(inline_template('<% h = {1=>2}; h[1.0] = 3; h[[1]] = 4; h[[1.0]] = 5 %><%= h.inspect %> <%= h.merge({[1]=>6}).inspect %>'))
#----
define d { notice(type($title), type($name), "${title}") notice(inline_template('<%= @title.inspect %> <%= @name.inspect %>')) } create_resources('d', { 5 => { } })
