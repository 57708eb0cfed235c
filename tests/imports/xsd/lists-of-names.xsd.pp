package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype ENTITY
  datatype ENTITIES
  datatype IDREF
}

package lists { uri => 'urn:lists' }

type A {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'A', kind => 'empty' }
  attr many, XMLType::ENTITY {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'many',
    },
  }
  attr plain, XMLType::ENTITIES {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'plain',
    },
  }
  attr refs, XMLType::IDREF {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'refs',
    },
  }
}
