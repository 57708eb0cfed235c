site {
  bindings => [ layer { 'site': include => 'confdir:/default?optional' } ]
}
