# Texts of templates.
class web::pages {
  $ports = [80, 443]
  $title_of = 'page'
  file { '/etc/page':
    content => template('web/page.erb'),
  }
  file { '/etc/other-page':
    content => epp('web/page', { 'ports' => $ports, 'kind' => "${title_of}" }),
  }
}
