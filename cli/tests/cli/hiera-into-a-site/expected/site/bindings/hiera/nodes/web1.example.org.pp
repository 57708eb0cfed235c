bindings hiera::nodes::'web1.example.org' {
  when node 'nodes/web1.example.org' {
    # The web server.
    bind 'users' to { 'ada' => { 'shell' => '/bin/zsh' }, '--root' => undef }
    bind 'ntp::servers' to ['time0.example.org']
    bind '10.0.0.1' to { 'dotted' => true }
  }
}
