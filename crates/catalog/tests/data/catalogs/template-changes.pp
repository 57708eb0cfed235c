$h = { 'a' => 1 } $t = inline_template("<% @h['b'] = 2 %><% @h['a'] += 5 %><%= @h.inspect %>") notice($t, $h)
#----
$h = { 'l' => [1], 'x' => {} } notice(inline_template("<% @h['l'] << 2 << 3 %><% @h['x']['y'] ||= 'z' %><%= @h.inspect %>"), $h['l'], $h)
#----
class a($p = ['x'], $q = { 'k' => ['v'] }) { $t = inline_template("<% @p << 'y' %><% @q['k'].push('w', 1) %><%= @p.join(',') %>") notify { "${t} ${p} ${q}": } } include a
#----
define d($p) { notify { inline_template("<% @p.unshift('y') %><%= @p.join(',') %>"): message => $p } } d { 'one': p => ['x'] }
#----
$inner = "<% i = scope['made'][:item] %><% i['n'] << 2 %><%= i.inspect %>" notice(inline_template("<% scope.setvar('made', {}) %><% scope.lookupvar('made')[:item] = { 'n' => [1] } %><%= scope.function_inline_template([@inner]) %> <%= scope['made'].inspect %> <%= @made.nil? %>")) notice(inline_template("<%= @made[:item]['n'].inspect %>"))
#----
notice(inline_template("<% scope.setvar('text', 'a value') %><%= scope['text'] %>")) notice($text)
#----
$v = 1 notice(inline_template("<% scope.setvar('v', 2) %>"))
#----
[1, 2].each |$n| { $l = [$n] notice(inline_template('<% @l << 9 -%><%= @l.inspect %>'), $l) }
#----
notice(inline_template("<% a = [1]; b = a; c = a.dup; b << 2; c << 3 %><%= a.inspect %> <%= b.inspect %> <%= c.inspect %> <% h = { 'x' => a }; h['x'].concat([7, 8]) %><%= a.inspect %> <%= h.delete('x').inspect %> <%= h.inspect %> <%= h.delete('y').inspect %>"))
#----
notice(inline_template("<% a = [3, nil, 1, 3] %><%= a.delete(3).inspect %> <%= a.inspect %> <%= a.compact!.inspect %> <%= a.compact!.inspect %> <%= a.pop %> <%= a.shift.inspect %> <%= a.inspect %> <% a[2] = 'c' %><%= a.inspect %> <% a[-1] = 'd' %><%= a.inspect %> <%= (a << 1 << 2).inspect %>"))
#----
notice(inline_template("<% h = { 'a' => 1 } %><% h.merge!({ 'b' => 2, 'a' => 3 }) %><% h.store('c', 4) %><% h.update({ 1 => :one }) %><%= h.inspect %> <% g = h %><% g[1] = nil %><%= h[1].inspect %> <%= h.key?(1) %>"))
#----
$names = ['b', 'a'] notice(inline_template("<% @names.each do |n| %><% all = (all || []) %><% all << n %><%= all.join %><% end %> <% seen = {} %><% @names.each { |n| seen[n] = n.upcase } %><%= seen.inspect %>"))
#----
$list = [1] notice(inline_template("<% copy = @list + [2] %><% copy << 3 %><%= copy.inspect %> <%= @list.inspect %> <% flat = [@list].flatten %><% flat << 4 %><%= @list.inspect %>"), $list)
#----
notice(inline_template("<%= [1] =~ /x/ ? 'y' : 'n' %> <%= ({ 'a' => 1 } !~ /x/).inspect %>"))
#----
$p = 'locationmatch' notice(inline_template("<% if @p.match('^(.*)(match)\$') %><%= \$1 %> <%= \$2 %><% end %> <%= @p.match('x').nil? %> <%= Regexp.escape(\".a-b [1]\\n\\t{1}\") %> <%= Regexp.escape('a/b_c\"é') %>"))
#----
$l = ['a:1', 'b'] notice(inline_template("<% h = Hash.new %><% x = @l.map.each_with_index { |e, i| h[i + 1] = e } %><%= h.inspect %> <%= x.inspect %> <%= Array.new.inspect %> <% y = @l.each.with_index { |e, i| h.delete(i) } %><%= y.inspect %> <%= h.inspect %>"))
#----
$s = 'abcdé' $l = [1, 2, 3] notice(inline_template("<%= @s[0...2] %> <%= @s[1..-1] %> <%= @s[-3..3] %> <%= @s[5..9].inspect %> <%= @s[6..9].inspect %> <%= @s[3..1].inspect %> <%= @l[0..1].inspect %> <%= @l[1...-1].inspect %> <%= @l[3..4].inspect %> <%= @l[4..5].inspect %> <%= @s.index('d') %> <%= @s.index('x').inspect %> <%= @s[0...(@s.index('c'))] %>"))
#----
notice(inline_template("<%= '%s-%d %%' % ['a', 5] %> <%= 'x%s' % 'y' %> <%= 'n%d' % 7 %> <%= '[%s]' % [nil] %> <%= '%s' % [[1, :a]] %>"))
#----
$p = '10' $u = undef notice(inline_template("<%= Integer(@p) + Integer('0') %> <%= scope.to_hash['p'] %> <%= scope.to_hash['absent'].inspect %> <%= scope.to_hash['u'].inspect %> <% k = 'p' %><%= scope.to_hash[k] if scope.to_hash.has_key?(k) %>"))
#----
class a { $h = { 'k' => [1] } $t = inline_template("<% @h['k'] << 2 %><%= @h.inspect %>") if true { $l = ['x'] notice(inline_template("<% @l << 'y' %><%= @l.join %>"), $l) } notice($t, $h) } include a
