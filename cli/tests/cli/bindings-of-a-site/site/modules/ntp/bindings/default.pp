bindings ntp::default {
  bind 'motd' to 'this node keeps the time'
  multibind Array[String], 'ntp::peers' as 'peers'
}
