class base($owner = 'root', Hash[String, Any] $more = {}) {
  File { owner => $owner, mode => '0644' }
  $more.each |String $name, $value| {
    file { "/etc/${name}":
      ensure  => file,
      content => inline_epp("<%= \$value %>\n"),
      notify  => Service['ssh'],
    }
  }
  @@host { "h-${facts['role']}": ip => '192.0.2.1', tag => ['a', 'b'] }
  @user { ['u1', 'u2']: uid => 100 }
  User <| title == 'u1' or uid == 100 |> { groups => ['g'] }
  Host <<| tag == 'a' |>>
  service { 'ssh': ensure => running }
  include m
}
define base::part($n = 1) {
  if $n < 3 { base::part { "${title}-${n}": n => $n + 1 } }
}
node /^db(\d+)/ { notice($1) }
node default {
  class { 'base': more => { 'a' => 1, 'b' => Sensitive('s') } }
  base::part { 'p': }
  User['u2'] -> Service['ssh'] ~> Class['m']
  case $facts['os']['family'] {
    'Debian', /^(Red)(Hat)$/: { realize(User['u2']) }
    default: { fail("no ${1}") }
  }
  $x = lookup('key', { 'default_value' => $trusted['certname'] })
  $y = $x ? { Integer[1, 3] => 'number', /(.*)/ => $1, default => undef }
  create_resources('notify', { 'c' => { 'message' => $y } })
  Notify['c'] { loglevel => 'debug' }
  notify { default: withpath => true; 'd': message => "%{x} ${[1, 2.5, /r/, Integer]}" }
}
