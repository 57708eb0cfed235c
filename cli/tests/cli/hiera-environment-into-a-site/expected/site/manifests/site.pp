site {
  bindings => [
    layer { 'hiera':
      include => 'confdir:/hiera::**',
      environment => {
        'name' => 'production',
        'configurations' => {
          'hiera.yaml' => {
            'version' => 5,
            'defaults' => { 'datadir' => 'data', 'data_hash' => 'yaml_data' },
            'hierarchy' => [
              { 'name' => 'nodes', 'path' => "nodes/${trusted['certname']}.yaml" },
              { 'name' => 'parts', 'glob' => 'conf.d/*.yaml' },
              { 'name' => 'common', 'paths' => ['common.yaml', 'common.json'] },
            ],
          },
          'modules/ntp/hiera.yaml' => {
            'version' => 5,
            'hierarchy' => [
              { 'name' => 'defaults', 'path' => 'defaults.yaml', 'data_hash' => 'yaml_data' },
            ],
          },
        },
      },
    },
  ]
}
