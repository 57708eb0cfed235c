class a { tag 'mytag' notify { 'x': } if tagged('mytag') { notice('yes') } } include a notice(tagged('a'), tagged('zz'))
#----
class a { notify { 'x': tag => ['a::b', 'Foo'] } } include a notice(Notify['x']['tag']) Notify <| tag == 'foo' |> { message => 'found' }
#----
tag('t1', ['t2', 't3']) notify { 'a': } class c { tag 'ct' } include c define d { tag 'dt' notify { "n$title": } } d { 'q': }
#----
notify { 'bad': tag => 'a b' }
