class ntp($server, $admin_group, $version = '4.2') { }
