bindings hiera::os::'Debian' {
  when 'os/%{facts.os.family}' 'os/Debian' {
    # Of the distribution.
    bind 'package' to 'ntp'
    bind 'size' to 12.5
  }
}
