class m::leaf {
  notify { 'm leaf': }
  @user { 'leaf': ensure => present, tag => 'm_users' }
}
