class ntp($server, $admin_group) { }
