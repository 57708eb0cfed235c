class ntp (
  Array[String] $servers,
  Integer[1, 65535] $port = 123,
  Enum[a, b] $mode = a,
  Ntp::Alias $alias = undef,
) {
  $name = lookup('site::name')
  $other = hiera("computed::${name}")
  hiera_include('used')
}
