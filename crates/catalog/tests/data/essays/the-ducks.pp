define duck($name) {
  notice "duck $name"
  include c
}

class c {
  notice 'in c'
  duck { 'duck0': name => 'mc scrooge' }
}

class a {
  notice 'in a'
  duck {'duck1': name => 'donald' }
  include b
  duck {'duck2': name => 'daisy' }
}

class b {
  notice 'in b'
  duck {'duck3': name => 'huey' }
  duck {'duck4': name => 'dewey' }
  duck {'duck5': name => 'louie' }
}

include a
#----
# The same with a name that Puppet 7 does not reserve.
define duck($who) {
  notice "duck $who"
  include c
}

class c {
  notice 'in c'
  duck { 'duck0': who => 'mc scrooge' }
}

class a {
  notice 'in a'
  duck {'duck1': who => 'donald' }
  include b
  duck {'duck2': who => 'daisy' }
}

class b {
  notice 'in b'
  duck {'duck3': who => 'huey' }
  duck {'duck4': who => 'dewey' }
  duck {'duck5': who => 'louie' }
}

include a
