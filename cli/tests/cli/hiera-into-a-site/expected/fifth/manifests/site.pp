site {
  bindings => [
    layer { 'hiera':
      include => 'confdir:/hiera::**',
      categories => {
        exact common => 'common',
        exact environment => "${environment}/hieradata/common",
      },
      backends => {
        'yaml' => { 'data_folder' => 'odd', 'categories' => ['common'] },
        'eyaml' => {
          'kind' => 'EYAML',
          'extension' => 'eyaml',
          'data_folder' => "/etc/puppetlabs/code/environments/${environment}/hieradata",
          'categories' => ['environment'],
          'settings' => undef,
        },
      },
      merge_behavior => 'deep',
      deep_merge_options => { 'knockout_prefix' => '--' },
    },
  ]
}
