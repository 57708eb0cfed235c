site {
  bindings => [
    layer { 'hiera':
      include => 'confdir:/hiera::**',
      categories => {
        exact node => "nodes/${::fqdn}",
        exact 'os/%{facts.os.family}' => "os/${facts['os']['family']}",
        exact common => 'common',
        exact 'node (json)' => "nodes/${::fqdn}",
        exact 'os/%{facts.os.family} (json)' => "os/${facts['os']['family']}",
        exact 'common (json)' => 'common',
      },
      backends => {
        'yaml' => {
          'data_folder' => 'data',
          'categories' => ['node', 'os/%{facts.os.family}', 'common'],
        },
        'json' => {
          'data_folder' => 'data',
          'categories' => ['node (json)', 'os/%{facts.os.family} (json)', 'common (json)'],
        },
      },
      merge_behavior => 'deeper',
      deep_merge_options => { 'knockout_prefix' => '--' },
    },
  ]
}
