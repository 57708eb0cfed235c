bindings hiera::data::'conf.d'::web {
  when file 'data/conf.d/web.yaml' {
    bind 'users' to { 'www' => { 'uid' => 33 } }
  }
}
