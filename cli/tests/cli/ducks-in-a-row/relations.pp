include ourapp
class { 'otherapp': size => 42 }
File['/a'] -> Service['b'] ~> Exec['c']
File <| title == '/a' |>
