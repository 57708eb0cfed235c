# They apply to what was declared before them.
notify { 'before': }
Notify { message => 'default' }
notify { 'after': }
notify { 'own': message => 'own' }
#----
# Their values are those of their own evaluation.
$a = 1
Notify { message => "a is ${a}, b is ${b}" }
$b = 2
notify { 'n': }
#----
# They have a dynamic scope: they also apply to what classes and defined types declare that are included here.
class a {
  Notify { message => 'of a' }
  include b
  d { 'd': }
}
class b {
  notify { 'in b': }
}
define d {
  notify { "in ${title}": }
}
include a
notify { 'top': }
#----
# The scope that includes a class first counts.
class a {
  Notify { message => 'of a' }
  include c
}
class b {
  Notify { message => 'of b' }
  include c
}
class c {
  notify { 'in c': }
}
include a, b
#----
# A parameter of a resource is read with the default that counts at this moment.
Notify { message => 'default' }
notify { 'n': }
notice(Notify['n']['message'])
#----
# The nearest of several defaults counts, attribute by attribute.
Notify { message => 'top', tag => 'top' }
class a {
  Notify { message => 'of a' }
  notify { 'in a': }
}
include a
#----
# One scope has one default of an attribute.
Notify { message => 'one' }
Notify { message => 'two' }
notify { 'n': }
