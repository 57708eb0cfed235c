site {
  bindings => [
    layer { 'tree': include => 'hiera:/hiera.yaml' },
    layer { 'site': include => 'confdir:/default' },
  ]
}
