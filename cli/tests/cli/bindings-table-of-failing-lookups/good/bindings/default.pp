bindings default {
  bind 'loop' to 1
  bind 'kind' to 2
  bind 'port' to 3
}
