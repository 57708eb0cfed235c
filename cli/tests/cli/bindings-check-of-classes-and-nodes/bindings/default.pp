bindings default {
  bind parameters ntp to { servers => 'a', port => 123, prt => 4 }
  bind parameters ntpp to { a => 1 }
  bind parameters ntp::sub to { a => 1 }
  bind 'ntp::port' to 70000
  when role web { bind 'ntp::port' to $::role }
  when role databse or role x { bind 'zz' to 1 }
}
