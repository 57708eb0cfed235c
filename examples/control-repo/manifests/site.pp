# Applies to the resources of all nodes, unless they set it themselves.
File {
  owner => 'root',
  group => 'root',
}

node default {
  include "role::${facts['role']}"
}
