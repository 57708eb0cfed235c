site_config { 'site':
  bindings => [],
}
# site {
