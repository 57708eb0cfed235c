class m::sub (M::Level $level) inherits m {
  File['/m/init'] { mode => '0600' }
  notify { 'm sub': message => "level ${level} of ${m::greeting}" }
  notice("sub ${level} ${greeting}")
}
