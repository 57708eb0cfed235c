# In the scope of the resource, an override may add an attribute, before or after others.
notify { 'a': }
Notify['a'] { message => 'set later' }
#----
# It may not change one.
notify { 'a': message => 'declared' }
Notify['a'] { message => 'changed' }
#----
# It may come before the declaration.
Notify['a'] { message => 'set before' }
notify { 'a': }
#----
# A class that inherits may change what it inherits.
class base {
  notify { 'a': message => 'base', tag => 'one' }
}
class derived inherits base {
  Notify['a'] { message => 'derived', tag +> 'two' }
}
include derived
#----
# Another class may not.
class base {
  notify { 'a': message => 'base' }
}
class other {
  Notify['a'] { message => 'other' }
}
include base, other
#----
# What is overridden never appears.
notify { 'present': }
Notify['absent'] { message => 'x' }
#----
# Nothing sees it before it is evaluated.
class base {
  notify { 'a': message => 'base' }
  notice(Notify['a']['message'])
}
class derived inherits base {
  Notify['a'] { message => 'derived' }
  notice(Notify['a']['message'])
}
include derived
