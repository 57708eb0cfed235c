# Classes and defined types are known before the first line is evaluated.
notice('first line')
include later
later_type { 'x': }

class later {
  notice('class')
}

define later_type {
  notice("type ${title}")
}
#----
# What nothing includes is not evaluated, not even if it would fail.
class never {
  fail('never')
  notify { 'never': }
}
define never_declared {
  fail('never')
}
notice('end')
#----
# What a class defines is known once it is defined, whether or not it is evaluated.
class outer {
  class inner {
    notice('inner')
  }
}
include outer::inner
#----
class twice {}
class twice {
  notice('both are one class')
}
include twice
#----
define twice {}
define twice {}
