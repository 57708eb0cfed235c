notify { 'a': message => 'x' }
notify { 'a': message => 'x' }
#----
# `defined` depends on the order of evaluation.
class a {
  unless defined(Notify['shared']) {
    notify { 'shared': message => 'of a' }
  }
}
class b {
  unless defined(Notify['shared']) {
    notify { 'shared': message => 'of b' }
  }
}
include b
include a
#----
# Virtual resources may be realized again and again.
@notify { 'shared': }
class a {
  realize Notify['shared']
}
class b {
  realize Notify['shared']
}
include a, b
