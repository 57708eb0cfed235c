# Requires another module.
class web {
  require ntp
  web::vhost { ['one', 'two']: }
  Web::Vhost <| title == 'two' |> { port => 81 }
  include web::pages
  include web::files
}

# A host, in the file of the class.
define web::vhost (Integer $port = 80) {
  file { "/etc/${title}": content => "port ${port}" }
}
