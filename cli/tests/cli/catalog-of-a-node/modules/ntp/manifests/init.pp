# Keeps the time.
class ntp (Array[String] $servers) {
  notice("servers: ${servers}")
  contain ntp::service
}
