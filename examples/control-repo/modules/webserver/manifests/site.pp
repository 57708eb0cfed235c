# A site of the web server.
define webserver::site (
  Integer[1, 65535] $port = 80,
  Optional[String[1]] $docroot = undef,
) {
  include webserver

  $root = webserver::docroot($title, $docroot)

  file { "${webserver::directory}/sites/${title}.conf":
    content => "server { listen ${port}; server_name ${title}; root ${root}; }\n",
    notify  => Service['nginx'],
  }
}
