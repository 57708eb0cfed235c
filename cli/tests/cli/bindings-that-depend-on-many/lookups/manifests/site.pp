site {
  categories { node => $::fqdn }
  bindings => [layer { 'site': include => 'confdir:/default' }]
}
