# Texts and paths of files in modules.
class web::files {
  file { '/etc/notice':
    content => file('web/missing.txt', 'none/notice.txt', 'web/notice.txt', '/etc/passwd'),
  }
  file { '/etc/marked':
    content => file('web/parts/marked.txt'),
  }
  notice(find_file('web/missing.txt'), find_file('web/parts') =~ String)
  notice(find_template('web/page.epp', 'web/page.erb') =~ /templates.page\.epp$/, find_template('web/notice.txt'))
  notice(module_directory('none', 'web') =~ /site.modules.web$/, module_directory('none'), find_file(), find_file('web'))
  notice(3 =~ Web::Vhost, Web::Vhost, 3 =~ Web::Port)
}
