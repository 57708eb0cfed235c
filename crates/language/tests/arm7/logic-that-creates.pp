# Logic makes objects of types and nothing else.
type Thing {
  attr a, Integer
  invariant { file { '/tmp/x': ensure => present } }
  invariant { class net { } }
  invariant { define share() { } }
  invariant { node 'a' { } }
  invariant { @user { 'x': } }
  invariant { File <| |> }
  invariant { File { mode => '0600' } }
  invariant { notify { 'x': } -> notify { 'y': } }
  invariant { function f() { } }
}
