# The site.
node default {
  $x = @("END"/L)
    Hello ${facts['os']}
    | END

  file { "/etc/motd":
    ensure  => file, # here
    content => $x,
  }
}
