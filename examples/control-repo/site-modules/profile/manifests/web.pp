# The sites of a web server.
class profile::web (
  Hash[Webserver::Name, Hash] $sites,
) {
  include webserver

  $sites.each |$name, $settings| {
    webserver::site { $name:
      * => $settings,
    }
  }

  # Machines outside of production get new versions at once.
  unless $facts['stage'] == 'production' {
    Package <| title == 'nginx' |> { ensure => latest }
  }
}
