package rail { uri => 'urn:example:rail:1', prefix => 'rail' }

type Train {
  has vehicles, Vehicle { max => unbound }
}

abstract type Vehicle {}

type Engine inherits Vehicle {}
