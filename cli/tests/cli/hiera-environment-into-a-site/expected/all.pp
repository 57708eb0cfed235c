site {
  bindings => [
    layer { 'hiera':
      include => 'hiera:hiera.yaml',
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
      bindings => [
        bindings 'data_conf.d_web.yaml' {
          when file 'data/conf.d/web.yaml' {
            bind 'users' to { 'www' => { 'uid' => 33 } }
          }
        },
        bindings 'data_common.yaml' {
          when file 'data/common.yaml' {
            bind 'motd' to "Welcome to ${facts['os']['family']}, ${lookup('site')}"
            bind 'site' to 'north'
            bind 'users' to { 'root' => { 'uid' => 0 } }
            bind 'lookup_options' to { 'users' => { 'merge' => 'deep' } }
            bind 'limit' to Float('.inf')
          }
        },
        bindings 'data_common.json' {
          when file 'data/common.json' {
            bind 'site' to 'south'
            bind 'copy' to lookup 'users'
          }
        },
        bindings 'modules_ntp_data_defaults.yaml' {
          when file 'modules/ntp/data/defaults.yaml' {
            bind 'ntp::servers' to ['a', 'b']
          }
        },
      ],
    },
  ]
}
