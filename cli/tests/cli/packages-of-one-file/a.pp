package a { uri => 'http://a' }

type Ra inherits EModelElement {
  has person, EClass
  has o, EObject
}
