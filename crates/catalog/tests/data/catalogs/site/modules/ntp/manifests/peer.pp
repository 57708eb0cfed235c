# A peer.
define ntp::peer (Ntp::Host $host = $title, Integer $weight = 1) {
  notify { "${module_name}-${host}":
    message => "peer ${host} of ${caller_module_name} with ${weight}",
  }
}
