package entries { uri => 'urn:example:entries', prefix => 'e' }

type Plain {
  instance_class => 'java.util.Map$Entry'
  attr key, String
  has value, EObject { containment => false }
}

type Values {
  instance_class => 'java.util.Map$Entry'
  attr key, String
  attr value, EInt
}

type Types {
  instance_class => 'java.util.Map$Entry'
  attr key, String
  has value, EClassifier { containment => false }
}

type Elements {
  instance_class => 'java.util.Map$Entry'
  has key, EPackage { containment => false }
  has value, ETypedElement { max => unbound, containment => false }
}
