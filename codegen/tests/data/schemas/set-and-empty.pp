# Lists that are set and empty, null over a default, objects of subpackages, and no prefix.
package set_and_empty {
  uri    => 'urn:example:set-and-empty',
  prefix => ''
}

abstract type Base {
  attr texts, String { max => unbound, unsettable => true }
  attr must, ecore::EString { min => 1, unsettable => true }
  attr may, ecore::EString { default => 'x' }
  has parts, Base { max => unbound, unsettable => true }
}

package set_and_empty::inner {
  uri    => 'urn:example:set-and-empty/inner',
  prefix => 'in'

  type Part inherits set_and_empty::Base {}
}
