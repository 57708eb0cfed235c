node default {
  include web
}

package { 'vim':
  ensure => installed,
}
