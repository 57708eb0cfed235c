class web::child inherits web {
  File['/etc/web.conf'] { mode => '0600' }
}
