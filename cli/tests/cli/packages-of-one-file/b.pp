package b { uri => 'http://b' }

type Rb inherits EModelElement {
  has person, EClass
  has o, EObject
}
