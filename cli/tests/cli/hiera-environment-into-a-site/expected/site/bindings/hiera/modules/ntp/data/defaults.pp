bindings hiera::modules::ntp::data::defaults {
  when file 'modules/ntp/data/defaults.yaml' {
    bind 'ntp::servers' to ['a', 'b']
  }
}
