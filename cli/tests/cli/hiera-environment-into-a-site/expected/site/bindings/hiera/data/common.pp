bindings hiera::data::common {
  when file 'data/common.yaml' {
    # What all nodes have.
    bind 'motd' to "Welcome to ${facts['os']['family']}, ${lookup('site')}"
    bind 'site' to 'north'
    # Merged, whatever the level.
    bind 'users' to { 'root' => { 'uid' => 0 } }
    bind 'lookup_options' to { 'users' => { 'merge' => 'deep' } }
    bind 'limit' to Float('.inf')
  }
}
