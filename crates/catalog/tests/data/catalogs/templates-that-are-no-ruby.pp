notify { 'a': message => inline_template('<% if true %>x<% end %>y<% end %>') }
#----
notify { 'a': message => inline_template("a\n<% else -%>") }
#----
notify { 'a': message => inline_template('<% [1].each do |x| %><%= x %>') }
