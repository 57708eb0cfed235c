node 'one' { @@notify { 'same': message => 'one' } @@file { '/by-path': } }
node 'two' { @@notify { 'same': message => 'two' } file { 'local': path => '/by-path' } File <<| |>> }
node 'three' { Notify <<| |>> }
#----
node 'one' { @@notify { 'same': } }
node 'two' { notify { 'same': } Notify <<| |>> }
node 'three' { Notify <<| |>> { message => 'first' } Notify <<| |>> { message => 'second' } }
#----
node 'one' { @@notify { 'n': message => 'set' } }
class a { Notify <<| |>> Notify['n'] { message => 'again' } }
class b { Notify <<| |>> } class c inherits b { Notify['n'] { message => 'again' } }
node 'two' { include a }
node 'three' { include c }
#----
node 'one' { @@notify { 'n': message => 'set', tag => 'x' } }
node 'two' { Notify <<| |>> { tag +> ['y', 'z'], message => 'other' } Notify <| tag == 'y' |> { noop => true } }
node 'three' { Notify <<| |>> { bogus => 1 } }
#----
define d($p) { notify { "d ${title}": } }
node 'one' { @@d { 'missing': p => 1 } @@d { 'bad': q => 1 } }
node 'two' { D <<| title == 'missing' |>> { p => 2 } }
node 'three' { D <<| |>> { r => 1 } }
#----
define d($p) { notify { "d ${title}": } }
node 'one' { @@d { 'missing': } }
node 'two' { D <<| |>> }
node 'three' { D <<| |>> { p => 3 } }
