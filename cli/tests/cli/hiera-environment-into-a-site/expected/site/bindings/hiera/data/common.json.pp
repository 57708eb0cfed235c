bindings hiera::data::'common.json' {
  when file 'data/common.json' {
    bind 'site' to 'south'
    bind 'copy' to lookup 'users'
  }
}
