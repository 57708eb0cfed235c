define m::entry (
  Integer $order,
  Enum['present', 'absent'] $ensure = 'present',
  $content = m::wrap($title),
) {
  notice("entry ${title} ${order}")
  file { "/m/${title}":
    ensure  => $ensure,
    content => $content,
  }
  if $order < 2 {
    m::entry { "${title}_next": order => $order + 1, ensure => $ensure }
  }
}
