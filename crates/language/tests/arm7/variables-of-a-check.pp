package net {}
type Host {
  attr name, String { check => { "${meta[name]} of ${meta[container][name]} in ${meta[container][container][name]}: ${it}" } }
  attr port, Integer { check => { if $it > $meta[max] { "only ${meta[max]}" } } }
  invariant { if $self =~ Host and $meta[name] == 'Host' and $self[port] == 1 { "${meta[name]} of ${meta[container][name]}" } }
}
