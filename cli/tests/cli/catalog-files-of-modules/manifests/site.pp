file { '/etc/notice':
  content => file('web/missing.txt', 'web/notice.txt'),
}
file { '/etc/logo':
  content => file('web/logo.bin'),
}
file { '/etc/other':
  content => file('web/missing.txt', '/etc/issue', 'web/notice.txt'),
}
node one { }
node two { notice(file('web/missing.txt')) }
node three { notice(file('web/../../manifests/site.pp')) }
node four { notice(find_file('web/notice.txt')) }
