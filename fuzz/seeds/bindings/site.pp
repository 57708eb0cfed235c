site {
  categories { 'node' => $::fqdn, 'role' => $role ? { /a/ => 'b', default => undef }, 'environment' => true }
  bindings => [
    layer { 'site': include => 'confdir:/default?optional', exclude => ['confdir:/a::*'] },
    layer { 'modules': include => ['module:/**', 'enc:/classes', 'pdl:/site.pdl'] },
  ]
  Environment { modulepath => 'modules:more' }
  environment { 'dev': envdir => "$confdir/dev", manifest => 'site.pp' }
  dynamic_environments { '/envs': manifestdir => 'm' }
}
