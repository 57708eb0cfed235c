define m::d(Sensitive $key, $keys) { file { "/d-${title}": content => $key } }
