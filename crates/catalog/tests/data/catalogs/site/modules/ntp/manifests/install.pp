# Installs the package.
class ntp::install {
  package { 'ntp': ensure => installed }
}
