package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
}

package t { uri => 'urn:t' }

type A {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'A',
    kind => 'elementOnly',
  }
  attr a, XMLType::'String' {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'a',
    },
  }
}
