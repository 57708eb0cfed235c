bindings default {
  bind 'motd' to "zone ${$facts['site']['zone']}"
  bind 'port' to 80
  when role web { bind 'port' to 8080 }
  when node 'web1' { bind 'port' to 8081 }
}
