class web {
  include nginx
}

case $facts['role'] {
  'web': { include web }
  'cache': {
    notify { 'a': before => Notify['b'] }
    notify { 'b': before => Notify['a'] }
  }
  default: { package { 'postgresql': version => 15 } }
}
