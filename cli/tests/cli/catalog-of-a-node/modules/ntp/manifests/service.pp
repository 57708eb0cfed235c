# The service.
class ntp::service {
  warning('no service here')
}
