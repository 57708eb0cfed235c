class m(Sensitive[String] $key, Sensitive[Hash] $keys, Sensitive $own = Sensitive('s3cr3t-old-default')) {
  file { '/a': content => $key }
  file { '/b': content => Sensitive("x s3cr3t-old-literal") }
  file { '/c': content => inline_epp('<%= $k %>', { 'k' => $key }) }
  file { '/d': content => epp('m/t.epp', { 'k' => $own }) }
  file { '/e': content => "in text ${key}" }
  m::d { 'x': key => $key, keys => $keys }
  notice($key, $keys, "${own}")
  notify { 'deferred': message => Deferred('join', [[Sensitive('s3cr3t-old-deferred')]]) }
  @@host { 'exported': comment => $key }
  user { 'u': password => $own }
  User['u'] { comment => Sensitive('s3cr3t-old-override') }
  file { '/hash': content => $keys.unwrap.map |$k, $v| { Sensitive($v) }[0] }
  exec { 'x': environment => [Sensitive('s3cr3t-old-nested')] , command => '/bin/true'}
}
