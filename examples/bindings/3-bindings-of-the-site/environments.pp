site {
  # What all environments have in common.
  Environment {
    modulepath => "$confdir/modules",
  }
  environment { 'production': }
  environment { 'dev': }
}

# The hosts of the developers; all others are in production.
$developers = ['dev1.example.org', 'dev2.example.org', 'pick.example.org']
$environment = $fqdn in $developers ? { true => 'dev', default => 'production' }
