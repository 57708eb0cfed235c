# A package in Ecore's own namespace, as a file of Ecore itself is.
package own { uri => 'http://www.eclipse.org/emf/2002/Ecore', prefix => 'ecore' }

type EClass {
  attr weight, Float
  attr level, EBoolean
  has anything, EObject
}
