site {
  bindings => [
     { 'site':        include => "confdir:/default" },
     { 'resolutions': include => "module:/X::resolutions",
     { 'modules':     include => "module:/*::default" }
  ]
}
