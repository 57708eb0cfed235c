node 'one' {
  @@notify { 'rich': message => [/a\/b+/, default, Timestamp('2020-01-01'), SemVer('1.2.3'), { 1 => 2, 'x' => /q/ }, Deferred('join', [[1], ','])] }
  @@notify { 'call': message => Deferred('f') } @@notify { 'hash': message => { 'a' => default, 'n' => undef, 'f' => 1.0 } }
  @@exec { 'e': command => '/bin/x', alias => 'ee' } @@user { 'u': name => 'uu', alias => ['z', 'b'] } @@file { '/d/': tag => ['z', 'a'] }
  @@package { 'p': name => 'pp' } @@file { 'f': path => '/f', content => Sensitive('secret'), mode => '0600' }
}
node 'two' { Notify <<| |>> Exec <<| |>> User <<| |>> Package <<| |>> }
node 'three' { File <<| |>> notify { 'x': require => [File['/f'], File['/d']] } }
#----
define n { notify { "n ${title}": } }
node 'one' { @@n { 'x': name => 'y' } @@notify { 'a': before => [Notify['c'], Notify['b']], schedule => undef } notify { ['b', 'c']: } }
node 'two' { N <<| |>> notify { ['b', 'c']: } Notify <<| |>> }
class s { @@notify { 's': } }
node 'three' { class { 's': noop => true, tag => 'given' } Notify <<| tag == 'given' |>> }
