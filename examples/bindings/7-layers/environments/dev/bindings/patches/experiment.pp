# Another time service, on one node only. Remove this file to end the experiment.
bindings patches::experiment {
  when node 'pick.example.org' {
    exclude ntp
    include chrony
    bind parameters chrony to { servers => ['ntp.dev.example.org'], smooth => true }
  }
}
