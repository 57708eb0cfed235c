bindings default {
  bind 'motd' to "zone ${$facts['site']['zone']}"
  bind 'port' to 80
  bind 'token' to 'before ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJKoZIhvcNAQEBBQAEggEA] after'
  bind 'password' to lookup 'secret'
  when role web { bind 'port' to 8090 }
  when node 'web1' { bind 'port' to 8081 }
}
