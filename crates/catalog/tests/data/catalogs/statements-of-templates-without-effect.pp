notice(inline_epp("<% 'x' %>a"))
#----
notice(inline_epp("a<% 5 %>"))
#----
notice(inline_epp("<% 5 %>"))
#----
notice(inline_epp("<% \$facts %>a"))
#----
notice(inline_epp("<% [1] %>a"))
#----
notice(inline_epp("<% 1 + 1 %>a"))
#----
notice(inline_epp("<% if true { 5 } %>a"))
#----
notice(inline_epp("<% if true { %>b<% 5 } %>a"))
#----
notice(inline_epp("<% if true { 5 %>b<% } %>a"))
#----
notice(inline_epp("<% [1].each |\$x| { 5 %>b<% } %>a"))
#----
notice(inline_epp("<% \$x = 5 %>a<% \$x %>"))
#----
notice(inline_epp("<% notice('q') %>a<% File['x'] %>b"))
#----
notice(inline_epp("<% undef %>a"))
#----
notice(inline_epp("<% x %>a"))
#----
notice(inline_epp("<% x y %>a"))
#----
notice(inline_epp("<% 'a' == 'b' %>a"))
#----
notice(inline_epp("<%- | \$a | -%><% 'x' %>a<%= \$a %>", {'a' => 1}))
#----
notice(inline_epp("<%# x %>a<% # comment %>b<% /* c */ %>c"))
#----
notice(inline_epp("<% 5 -%>\n"))
#----
notice(inline_epp("<% 5 -%>\n "))
#----
notice(inline_epp("<% 'x' %><% 5 %>"))
#----
notice(inline_epp("<%= 5 %>a<%= \"x\" -%>\nb"))
#----
notice(inline_epp("a<% if true { -%>\n<% } -%>\nb"))
#----
notice(inline_epp("a<% if true { -%>\n<%- } else { -%>\n<% } -%>\nb"))
#----
notice(inline_epp("a<% # only a comment -%>\nb<% -%>c"))
