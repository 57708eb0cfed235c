# Types of Puppet that cannot be declared leave their names to declared types.
type Object {
  has errors, Error { max => unbound }
  attr init, Init
  has resource, Resource
}

type Error inherits Object {}

enum Init { yes, no }

type Resource {
  has object, Object
}
