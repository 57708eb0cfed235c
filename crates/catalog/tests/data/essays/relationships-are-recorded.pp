# They may name what is declared later.
Notify['a'] -> Notify['b']
notify { 'b': }
notify { 'a': }
#----
# Also what a queued resource declares.
define d {
  notify { "of ${title}": }
}
Notify['of x'] ~> Notify['last']
d { 'x': }
notify { 'last': }
#----
# At the end, both ends must be there.
Notify['a'] -> Notify['b']
notify { 'a': }
#----
# Parameters need their resources, too.
notify { 'a': require => Notify['missing'] }
#----
# The order of the text gives no relationship.
notify { 'a': }
notify { 'b': }
#----
# A chain may contain declarations and collectors.
notify { 'a': } -> notify { 'b': } ~> Notify<| title == 'c' |>
@notify { 'c': }
