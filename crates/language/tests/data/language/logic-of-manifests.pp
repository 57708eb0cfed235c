type A {
  attr a, String { check => { file { '/tmp/x': ensure => present } } }
  attr b, String { check => { File <| title == 'x' |> } }
  attr c, String { check => { Package['a'] -> File['b'] } }
  attr d, String { check => { class x { } } }
  attr e, String { check => { File { mode => '0644' } } }
  attr f, String { check => { type X = Integer } }
  invariant { @@user { 'u': } }
}
