# They collect what is declared later.
Notify<| tag == 'x' |> { message => 'collected' }
@notify { 'a': tag => 'x' }
notify { 'b': tag => 'x' }
#----
# Also what queued resources declare, and what these add in turn.
define d ($more) {
  @notify { "of ${title}": tag => 'x' }
  if $more {
    @d { "${title}d": more => false }
  }
}
Notify<| tag == 'x' |>
D<| |>
d { 'd': more => true }
#----
# What collectors set is not seen by what was evaluated before.
notify { 'a': message => 'declared' }
Notify<| title == 'a' |> { message => 'collected' }
notice(Notify['a']['message'])
#----
# They search for what resources have when collectors run, and defaults come later.
@notify { 'a': }
Notify { message => 'default' }
Notify<| message == 'default' |>
#----
# Virtual resources that nothing realizes are not applied.
@notify { 'a': }
@notify { 'b': }
realize Notify['b']
