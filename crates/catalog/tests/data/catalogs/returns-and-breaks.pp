return()
#----
notice('x')

return(3)
#----
break()
#----
if true {
  if true { next() }
}
#----
node default {
  notice('y')
  return()
}
#----
node default {
  notice('y')
  break()
}
#----
class a {
  break()
}
include a
#----
define a {
  break()
}
a { 'x': }
#----
function f() {
  break()
}
f()
#----
[1].each |$x| {
  return()
}
notice('after')
#----
class a { [1].each |$x| { return() } notice('after') }
include a
#----
class a { with(1) |$x| {
  break()
} }
include a
#----
$x = [1,2].map |$y| {
  [3].each |$z| { break() }
  return(4)
}
#----
create_resources('notify', { 'a' => {
  'message' => return() } })
#----
class c { notice(inline_epp('a<% [1].each |$x| { return(4) } %>b'), inline_epp('a<% return() %>b')) notice('after') } include c
#----
notice(inline_epp("a
<% break() %>b"))
#----
notice(inline_template('a<% return 5 if @none.nil? %>b'), inline_template('<% [1].each { |x| return x } %>'))
