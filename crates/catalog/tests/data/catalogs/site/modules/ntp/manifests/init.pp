# The class of the module.
class ntp (
  Array[Ntp::Host] $servers,
  Hash $options = {},
  Integer[1] $stratum,
  Optional[String] $driftfile = undef,
) {
  contain ntp::install
  contain ntp::server::config
  Class['ntp::install'] -> Class['ntp::server::config']
  notice($module_name, ntp::join_all($servers), $options, $stratum, $driftfile)
}
