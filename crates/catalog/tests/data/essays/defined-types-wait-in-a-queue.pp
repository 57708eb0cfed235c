# The queue is processed in the order of declarations, and what it adds comes at its end.
define outer {
  notice("outer ${title}")
  inner { $title: }
}
define inner {
  notice("inner ${title}")
}
outer { 'one': }
outer { 'two': }
inner { 'three': }
notice('end of the manifest')
#----
# A class that a queued resource includes is evaluated at once.
define d {
  notice("begin ${title}")
  include "c_${title}"
  notice("end ${title}")
}
class c_one {
  notice('class one')
  d2 { 'of one': }
}
class c_two {
  notice('class two')
}
define d2 {
  notice($title)
}
d { 'one': }
d { 'two': }
#----
# A virtual resource has its place in the queue, and is evaluated once a collector has realized it.
define d {
  notice($title)
}
@d { 'virtual': tag => 'x' }
d { 'real': }
D <| tag == 'x' |>
notice('end')
#----
# Never, if none does.
define d {
  notice($title)
}
@d { 'virtual': }
