# What the parts need.
class thing::tools {
  notify { 'thing tools':
    message => "${thing::text} on ${facts['os']['family']}",
  }

  tag 'thing_tools'
}
