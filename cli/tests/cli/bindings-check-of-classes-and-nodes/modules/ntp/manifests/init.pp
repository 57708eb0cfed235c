class ntp (
  Array[String] $servers,
  Integer[1, 65535] $port = 123,
  Enum['client','server'] $mode = 'client',
  String $password = 'x',
) { }
