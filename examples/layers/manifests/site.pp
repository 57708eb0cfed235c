site {
  categories {
    node        => $::fqdn,
    environment => true,
    role        => $::role,
  }
  bindings => [
    layer { 'site': include => "confdir:/default" },
    layer { 'modules': include => "module:/*::default" }
  ]
}
