site {
  bindings => [
    layer { 'hiera':
      include => 'hiera:hiera.yaml',
      categories => {
        exact node => "nodes/${::fqdn}",
        exact common => 'common',
        exact 'node (json)' => "nodes/${::fqdn}",
        exact 'common (json)' => 'common',
      },
      backends => {
        'yaml' => { 'data_folder' => 'data', 'categories' => ['node', 'common'] },
        'json' => { 'data_folder' => 'data', 'categories' => ['node (json)', 'common (json)'] },
      },
      merge_behavior => 'deeper',
      bindings => [
        bindings hiera {
          when node 'nodes/web1' {
            bind 'motd' to lookup 'site'
          }
          when common {
            bind 'ntp::servers' to ['0.pool', "${::region}.pool"]
          }
          when 'common (json)' 'common' {
            bind 'motd' to "${lookup('site')}"
            bind 'site' to 'x'
          }
        },
      ],
    },
  ]
}
