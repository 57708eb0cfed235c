define web::site($root = "/srv/${title}") { file { $root: ensure => directory, tag => 'site' } }
