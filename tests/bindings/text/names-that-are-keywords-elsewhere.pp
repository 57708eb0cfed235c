bindings when::bind::site {
  bind 'when' to bind
  when include 'bindings' or bind 'site' and 'node (json)' 'a' or 'rebind' {
    include when
  }
}
