class web(String $password, Integer $port = 80, Hash $users = {}) {
  notify { 'web': message => $password }
  $users.each |$name, $key| { user { $name: password => $key } }
}
include web
