class m { $p = 1 } include m
notice(inline_template("<%= scope['absent'].inspect %>"))
notice(inline_template("<%= scope['::absent'].inspect %>"))
notice(inline_template("<%= scope['m::absent'].inspect %> <%= scope['m::p'] %>"))
notice(inline_template("<%= scope['::m::absent2'].inspect %>"))
notice(inline_template("<%= scope['none::x'].inspect %>"))
notice(inline_template("<%= scope.lookupvar('absent3').inspect %>"))
notice(inline_template("<%= scope.lookupvar('m::absent4').inspect %>"))
notice(inline_template("<%= scope.lookupvar('m::absent4').inspect %>"))
notice(inline_template("<%= @absent5.inspect %> <%= has_variable?('absent6') %> <%= scope.to_hash['absent7'].inspect %>"))
notice(inline_template("<%= scope.include?('absent8') %> <%= scope.exist?('absent9') %>"))
#----
class p { $q = 1 } class m inherits p { notice(inline_template("<%= scope['m::absent'].inspect %> <%= scope['p::absent'].inspect %> <%= scope['m::q'].inspect %> <%= scope['q'] %> <%= scope['absent'].inspect %>")) } include m
#----
define d { notice(inline_template("<%= scope['absent'].inspect %> <%= scope['d::absent'].inspect %> <%= scope['name'] %> <%= scope['title'] %>")) } d { 'x': }
#----
class u { $z = 1 } notice(inline_template("<%= scope['u::z'].inspect %>"), $u::z)
