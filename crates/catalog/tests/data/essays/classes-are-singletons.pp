# However often it is included, its body is evaluated once.
class c {
  notice('body')
  notify { 'n': }
}
include c
include c, ::c
require c
contain c
c.include
#----
# Parameters may differ from the defaults only where the class is first declared.
class ourapp ($x = 1) {
  notice($x)
}
class { 'ourapp': x => 'foo' }
include ourapp
#----
class ourapp ($x = 1) {
  notice($x)
}
include ourapp
class { 'ourapp': x => 'foo' }
#----
# Equal values do not help.
class ourapp ($x = 1) {
  notice($x)
}
class { 'ourapp': x => 42 }
class { 'ourapp': x => 42 }
#----
# Not even without parameters.
class ourapp {
  notice('body')
}
include ourapp
class { 'ourapp': }
