bindings default {
  bind Type[Logger] to Type[SpecialLogger]
  bind Type[Checker], 'xml' to Type[XmlChecker]
  bind Integer to 5
  bind 'a' to 1
  bind 'broken' to Unknown[$x] =~ 1
  bind dependency File['/etc/ssh/sshd_config'] ~> Service['sshd']
}
