# The ducks of the essay, as resources.
define duck($who) {
  notify { $who: }
  include c
}
class c {
  duck { 'duck0': who => 'mc scrooge' }
}
class a {
  duck { 'duck1': who => 'donald' }
  include b
  duck { 'duck2': who => 'daisy' }
}
class b {
  duck { 'duck3': who => 'huey', require => Duck['duck4'] }
  duck { 'duck4': who => 'dewey' }
  duck { 'duck5': who => 'louie' }
}
class first { notify { 'stage': } }
stage { 'pre': before => Stage['main'] }
class { 'first': stage => 'pre' }
include a
