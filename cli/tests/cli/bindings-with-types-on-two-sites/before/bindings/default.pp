bindings default {
  bind Url, 'home' to Type[Url] { arguments => { host => $::fqdn } }
  bind Url, 'proxy' to Type[Url] { arguments => { host => 'proxy' } }
  bind Type[Logger] to Type[PlainLogger]
  bind Integer to 5
  bind class ntp to class chrony
}
