site {
  bindings => [
    layer { 'hiera':
      include => 'hiera:hiera.yaml',
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
      bindings => [
        bindings hiera {
          when node 'nodes/web1.example.org' {
            bind 'users' to { 'ada' => { 'shell' => '/bin/zsh' }, '--root' => undef }
            bind 'ntp::servers' to ['time0.example.org']
            bind '10.0.0.1' to { 'dotted' => true }
          }
          when 'os/%{facts.os.family}' 'os/Debian' {
            bind 'package' to 'ntp'
            bind 'size' to 12.5
          }
          when common {
            bind 'ntp::servers' to ['time1.example.org', 'time2.example.org']
            bind 'motd' to "Welcome to ${::fqdn} (${lookup('site')})"
            bind 'site' to 'Berlin'
            bind 'apache_log' to "%{REMOTE_HOST} %{USER}"
            bind 'users' to { 'root' => { 'uid' => 0 }, 'ada' => { 'uid' => 1001 } }
            bind 'copy' to lookup 'users'
            bind 'password' to 'ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAx]'
          }
          when 'common (json)' 'common' {
            bind 'from_json' to true
            bind 'users' to { 'bob' => { 'uid' => 1002 } }
          }
        },
      ],
    },
  ]
}
