class a {
  notice('a begins')
  class { 'b': x => 1 }
  notice('a ends')
}
class b ($x) {
  notice("b ${x}")
}
define d {
  notice("d ${title}")
}
d { 'first': }
class { 'a': }
notice('end')
#----
# In a defined type, which waits, the class waits with it.
define d {
  class { 'b': }
}
class b {
  notice('b')
}
d { 'x': }
notice('end')
