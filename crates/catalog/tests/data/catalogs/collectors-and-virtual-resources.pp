@file { ['/a', '/b', '/c']: mode => '0644' } File <| title == '/a' or title == '/b' |> { owner => 'x' } realize File['/c']
#----
@user { 'a': groups => ['x','y'], tag => 'q' } @user { 'b': groups => 'z' } User <| tag == q |> User <| groups == 'z' |> -> notify { 'n': }
#----
define d($x = undef) { notify { "d-$title": } } @d { 'v': } D <| |> -> notify { 'after': } notify { 'before': } -> D <| |>
#----
realize(File['/nope'])
#----
@file { '/a': } realize(File['/a'], File['/a']) @@file { '/e': } File <<| |>>
#----
@notify { 'v1': tag => 't' } class c { Notify <| tag == 't' |> { message => 'm' } } include c notice(Notify['v1']['message'])
#----
define outer($x) { inner { "i-$title": v => $x } } define inner($v) { notify { $title: message => $v } } outer { default: x => 'd'; ['p', 'q']: ; 'r': x => 'own' } Inner <| v == 'd' |> { loglevel => 'debug' }
#----
class x { @notify { 'one': tag => ['a', 'b'] } @notify { 'two': tag => 'b' } Notify <| tag == 'a' and tag == 'b' |> } include x Notify <| tag == 'b' and title != 'one' |> -> notify { 'z': }
#----
define w { @notify { "v-$title": } Notify <| title == "v-$title" |> } w { ['1', '2']: } Notify <| tag == 'w' |>
