bindings default {
  bind 'roles' to ['bound']
  bind parameters m to { y => 1 }
}
