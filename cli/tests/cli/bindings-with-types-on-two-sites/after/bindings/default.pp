bindings default {
  bind Url, 'home' to Type[Url] { arguments => { host => "${::fqdn}.example.org" } }
  bind Url, 'proxy' to Type[Url] { arguments => { host => 'proxy' } }
  bind Type[Logger] to Type[SpecialLogger]
  bind Integer to 6
  bind class ntp to class chrony
}
