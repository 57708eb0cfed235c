# A web server.
class webserver (
  Integer[1, 64] $workers = $facts['processors']['count'],
  String[1] $directory = '/etc/nginx',
) {
  package { 'nginx':
    ensure => installed,
  }

  file {
    default:
      mode    => '0644',
      require => Package['nginx'],
      notify  => Service['nginx'];
    "${directory}/nginx.conf":
      content => epp('webserver/nginx.conf.epp', { 'workers' => $workers, 'directory' => $directory });
    "${directory}/sites":
      ensure => directory,
      mode   => '0755';
  }

  service { 'nginx':
    ensure => running,
    enable => true,
  }
}
