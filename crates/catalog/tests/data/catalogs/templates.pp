$x = 'a' $l = ['p', 'q'] notice(inline_template('<%= @x %>-<% @l.each do |i| %>[<%= i %>]<% end -%>', '<%= scope["x"] %>', "<%# no %>\n<%- if @x == 'a' -%>\nyes\n<%- else -%>\nno\n<%- end -%>\n"))
#----
class a($p = 'local') { $own = { 'k' => [1, undef, true] } notify { inline_template('<%= @p %> <%= @own %> <%= scope.lookupvar("::fx") %> <%= scope["a::p"] %> <%= @title %> <%= @missing.nil? %>'): } } include a
#----
define d($v) { notify { inline_template('<%= @name %>=<%= @v.sort.map { |k, v| "#{k}:#{v}" }.join(",") %>'): } } d { 'one': v => { 'b' => 1, 'a' => 'x' } }
#----
['m', 'n'].each |$item| { notice(inline_template('<%= @item.upcase %>')) } $r = [1, 2].map |$i, $n| { inline_epp('<%= $i %>/<%= $n %>') } notice($r)
#----
$version = '1.10' notice(inline_template('<% if scope.function_versioncmp([@version, "1.9"]) > 0 -%>new<% else -%>old<% end -%>', '<%= scope.call_function("shellquote", ["a b"]) %>'))
#----
notice(inline_template('<%= [@x, 1, :a, nil, 1.5, "q"].inspect %> <%= Array(nil).empty? %> <% 3.times do |i| %><%= i %><% end %> <% v = "" %><% v << "ab" %><%= v %>'))
#----
notice(inline_template('<%= @x.foo %>'))
#----
notice(inline_template('<% if true %>no end'))
#----
$x = 5 notice(inline_epp("value <%= \$x + 1 %>\n<%- [1, 2].each |\$i| { -%>\n  item <%= \$i %>\n<%- } -%>\nend <%% and %%>\n"))
#----
notice(inline_epp('<%- | Integer $a, String $b = "b${a}" | -%>[<%= $a %> <%= $b %>]', { 'a' => 3 }), inline_epp('<%-| $a = 1, $b = $a + 1 |-%><%= $a + $b %>'))
#----
notice(inline_epp('<%- | Integer $a | -%><%= $a %>', { 'a' => 'x' }))
#----
notice(inline_epp('<%- | $a | -%><%= $a %>'))
#----
notice(inline_epp('<%- | $a = 1 | -%><%= $a %>', { 'b' => 2 }))
#----
notice(inline_epp('a<%= $y %>b', { 'y' => [1, 'z', { 'k' => undef }] }), inline_epp('<%= $y %>', { 'y' => true }), inline_epp('plain'), inline_epp(''))
#----
notice(inline_epp("<% \$v = 'local' -%>\n<%= \$v %><%# comment %> <%#- trimmed -%>   \n<% if \$v == 'local' { -%>\n  <%= if true { 'yes' } %>\n  <%- } else { -%>\n  no\n  <%- } -%>\n.", {}))
#----
class a { $c = 'class' notice(inline_epp('<%= $c %>,<%= $a::c %>,<%= $::fx %>')) } include a
#----
$n = inline_epp('<%= $s %>', { 's' => Sensitive('secret') }) notice($n) notify { 'n': message => $n }
#----
notice(inline_epp('<% notify { "x": } %>'))
#----
notice(inline_epp('<%= $a '))
#----
notice(inline_epp('<%= 1 +  %>'))
#----
$z = 1 notice(inline_epp("é<%= \$z %>ü<%= '%>' %>\u{1F600}<% %>.<%= \$z %>,<%= \$z %>;"))
#----
notice(template('none/x.erb'))
#----
notice(epp('none/x.epp'))
#----
[1, 2].each |$i| { notice(inline_template('<% @i.times do |n| next if n == 0 %><%= n %><% end %>|<% [5, 6, 7].each do |v| break if v == 6 %><%= v %><% end %>')) }
#----
$h = { 'b' => { 'x' => 1 }, 'a' => 'é' } notice(inline_template('<%= @h.to_json %>', '<%= @h.to_yaml %>', "<% @h.each_pair do |k, v| -%>\n<%= k %>\n<% end -%>\n<% @h.sort.each do |(k, v)| -%>\n<%= k.capitalize %>\n<% end -%>"))
#----
$log = 'syslog:local1' notice(inline_template('<% if /^[|\/]/.match(@log) || /^syslog:/.match(@log) -%>to <%= @log %><% end %> <%= /x/.match?(@log) %> <%= /x/.match(@none).nil? %>'))
#----
$p = 'locationmatch' notice(inline_template('<% if /^(.*)(match)$/ =~ @p %><%= $1.capitalize + "Match" %> <%= $2 %> <%= $3.nil? %><% end %> <%= @p.match?(/x/) %> <%= $1 %> <% /(y)/ =~ @p %><%= $1.nil? %>'))
#----
notice(inline_epp('<%- | $a = 1, $b = 2 | -%><%= $a %>-<%= $b %>', { 'a' => undef, 'b' => 3 }), inline_epp('<%- | Optional[Integer] $a | -%><%= $a =~ Undef %>', { 'a' => undef }))
