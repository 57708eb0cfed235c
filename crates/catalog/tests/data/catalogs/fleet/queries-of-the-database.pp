$list = ['a', 'b'] $none = undef
node 'one' {
  @@user { 'u1': uid => 1, groups => ['a', 'b'], comment => 'Text' } @@user { 'u2': uid => 2, groups => 'a' } @@user { 'u3': groups => ['b'] }
  @@user { 'u4': uid => '1', groups => [], comment => 'text', tag => 'MiXed' }
}
node 'two' { User <<| groups == 'a' |>> User <<| uid == 1 |>> { shell => 'one' } User <<| comment == 'TEXT' |>> }
node 'three' { User <<| groups == $list or uid != 1 and tag == 'mixed' |>> }
#----
$none = undef
node 'one' { @@notify { 'x': } @@notify { 'Y': message => 'm' } @@notify { 'z': message => { 'k' => [1, 1.0, true] } } }
node 'two' { Notify <<| message == $none |>> Notify <<| title == 'y' |>> }
node 'three' { $wanted = { 'k' => [1, 1.0, true] } Notify <<| message == $wanted or message != $none and title == 'Y' |>> Notify <<| tag != 'z' and title != 'Y' |>> }
#----
$list = ['a'] node 'one' { @@notify { 'a': } } node 'two' { Notify <<| tag == $list |>> } node 'three' { $none = undef Notify <<| tag != $none |>> }
#----
node 'one' { @@notify { 'only one': } Notify <<| title == 'only one' |>> }
node 'two' { @@notify { 'own': message => 'Case', tag => ['t'] } Notify <<| message == 'case' |>> }
node 'three' { @@user { 'own': groups => ['a', 'b'] } User <<| groups == 'a' |>> }
#----
node 'one' { @@notify { 'patterns': message => [/lai/, 1] } Notify <<| message == 'plain' |>> }
node 'two' { @notify { 'anything': message => [default] } Notify <| message == 'plain' |> Notify <<| message == 'plain' |>> }
node 'three' { @@notify { 'again': } Notify <<| |>> { before => Stage['main'] } File <<| |>> }
