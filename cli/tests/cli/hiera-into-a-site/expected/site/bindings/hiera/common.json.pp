bindings hiera::'common.json' {
  when 'common (json)' 'common' {
    bind 'from_json' to true
    bind 'users' to { 'bob' => { 'uid' => 1002 } }
  }
}
