# Configures the server.
class ntp::server::config inherits ntp::params {
  file { $path:
    ensure  => file,
    content => $ntp::servers.join("\n"),
  }
  ntp::peer { $ntp::servers: }
}
