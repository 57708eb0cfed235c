# The database of the shop.
class profile::database (
  Integer[1] $connections = 100,
) {
  package { 'postgresql': }
  -> file { '/etc/postgresql/shop.conf':
    content => "max_connections = ${connections}\n",
  }
  ~> service { 'postgresql':
    ensure => running,
    enable => true,
  }

  # Whoever works on the database needs an account here.
  realize User['sven']
}
