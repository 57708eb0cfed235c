# Classes are used before they are defined, so a built-in class of the same name would be found; and all classes of Python
# have methods with the names of these attributes.
package log { uri => 'urn:example:log', prefix => 'log' }

type Log {
  has warnings, Warning { max => unbound }
  has failure, TimeoutError
}

type Warning {
  attr mro, String
  attr register, Integer
}

type TimeoutError inherits Warning {}
