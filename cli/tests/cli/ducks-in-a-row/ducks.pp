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
