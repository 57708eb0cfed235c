site {
  categories {
    node        => $::fqdn,
    role        => $::role,
    environment => true,
  }
  bindings => [
    layer { 'tree': include => 'hiera:/hiera.yaml' },
    layer { 'site': include => 'confdir:/default' },
  ]
}
