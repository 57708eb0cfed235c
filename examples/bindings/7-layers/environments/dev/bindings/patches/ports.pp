bindings patches::ports {
  bind parameters ssh to { root => true }
}
