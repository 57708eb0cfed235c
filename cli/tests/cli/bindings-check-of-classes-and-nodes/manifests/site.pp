site {
  categories {
    node        => $::fqdn,
    role        => $::role,
    environment => true,
  }
  bindings => [
    layer { 'site': include => "confdir:/default" },
    layer { 'old': include => "hiera:/old/hiera.yaml" },
  ]
}
