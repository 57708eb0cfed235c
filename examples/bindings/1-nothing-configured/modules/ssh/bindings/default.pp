bindings ssh::default {
  bind parameters ssh to { port => 22, root => false }
}
