site {
  # Environment defaults
  Environment {
    envdir      => '/etc/puppet',
    modulepath  => 'modules/dist:modules/site:/opt/puppet/share/puppet/modules',
    manifestdir => 'manifests/',
    manifest    => 'site.pp',
    templatedir => 'templates/',
    bindingsdir => 'bindings',
  }

  # A static environment
  environment { 'production':
    envdir     => "$confdir/master",
    modulepath => '$confdir/modules:modules/site:modules/dist',
  }
  # Additional static environment
  environment { 'dev':
  }

  # Allowing dynamic environments
  dynamic_environments { "$confdir/environments":
  }
}

$environment = 'production'
