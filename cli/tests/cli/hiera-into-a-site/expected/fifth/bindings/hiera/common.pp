bindings hiera::common {
  when common {
    bind 'users' to { 'a' => '--b', 'b' => 1 }
  }
}
