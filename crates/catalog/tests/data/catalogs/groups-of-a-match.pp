if 'abc' =~ /(b)(c)/ { notice(inline_epp('<%= $1 %>|<%= $2 %>|<%= $0 %>|<%= $3 %>')) }
#----
if 'abc' =~ /(b)(c)/ { notice(inline_epp('<%- | $x = $1, $y | -%><%= $x %>|<%= $y %>|<%= $2 %>', { 'y' => 3 })) }
#----
if 'abc' =~ /(b)(c)/ { notice(inline_epp('<% if "xyz" =~ /(y)/ { %><%= $1 %><% } %>|<%= $1 %>|<% "q" =~ /(q)/ %><%= $1 %>')) notice($1) }
#----
if 'abc' =~ /(b)(c)/ { notice(inline_epp('<% if "q" =~ /z/ { } else { %><%= $1 %><% } %>|<%= $1 %>')) notice($1) }
#----
if 'abc' =~ /(b)(c)/ { ['x', 'y'].each |$x| { notice(inline_epp('<%= $1 %> <%= $x %>', { 'z' => 1 })) } }
#----
function f($x) { if $x =~ /(.)/ { inline_epp('<%= $1 %> <%= $x %>') } } notice(f('abc')) notice(inline_epp('<%= $1 %>'))
#----
notice('abc' ? { /(b)/ => inline_epp('[<%= $1 %>]'), default => 3 }) case 'xyz' { /(y)/: { notice(inline_epp('[<%= $1 %>]')) } default: { } }
#----
if 'abc' =~ /(b)(c)/ { notice(inline_epp('<%= inline_epp("<%= 1 %%>") %>')) }
#----
if 'abc' =~ /(b)(c)/ { notice(inline_template('<%= scope["9"].inspect %>|<%= scope.lookupvar("0") %>|<%= scope["1"] %>|<%= scope["2"] %>')) } notice(inline_template('<%= scope["1"].inspect %>'))
#----
if 'abc' =~ /(b)(c)/ { ['q'].each |$x| { if $x =~ /(q)/ { notice(inline_template('<%= scope["1"] %>')) } } notice(inline_template('<%= scope["1"] %>')) }
