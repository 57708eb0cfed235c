node 'one' { @@notify { 'from one': message => 'hello', tag => 'greeting' } @@file { '/one': mode => '0644' } }
node 'two' { Notify <<| |>> File <<| mode == '0644' |>> { owner => 'root' } notify { 'own': } Notify <<| |>> -> Notify['own'] }
class c { Notify { loglevel => 'debug' } Notify <<| tag == 'Greeting' |>> { tag +> 'collected' } }
node 'three' { include c }
#----
node 'one' { @@notify { 'n1': } Notify <<| |>> Notify <| |> { noop => true } }
node 'two' { @@notify { 'n2': } Notify <<| title != 'n2' |>> }
node 'three' { @@notify { ['n4', 'n3']: } Notify <<| |>> -> notify { 'last': } }
#----
define peer($address = undef, $port = 80) { notice("peer ${title}") file { "/peers/${title}": content => "${address}:${port}" } }
define server { @@peer { "${title}-${trusted['certname']}": address => '10.0.0.1' } }
node 'one' { server { 's': } Peer <<| |>> }
node 'two' { server { 's': } tag('tagged') Peer <<| |>> { port => 8080 } }
node 'three' { Peer { port => 1 } Peer <<| title == 's-one' |>> Peer <<| address == '10.0.0.1' |>> }
#----
class tagged { tag('deep') @@file { '/a': require => File['/b'] } file { '/b': } }
node 'one' { File { tag => 'by_default' } include tagged }
node 'two' { file { '/b': } File <<| tag == 'deep' |>> }
node 'three' { File <<| tag == 'tagged' |>> }
#----
class all { @@file { "/${trusted['certname']}": } File <<| |>> -> Stage['main'] }
node 'one' { include all }
node 'two' { include all }
node 'three' { include all }
