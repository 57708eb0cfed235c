package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
}

package 'org.example.order' { uri => 'http://example.org/order', prefix => 'order' }

type Order {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Order',
    kind => 'elementOnly',
  }
  attr item, XMLType::'String' {
    min => 1,
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'item',
    },
  }
  attr _2nd, XMLType::'String' {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => '2nd',
    },
  }
  attr state, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'state',
    },
  }
}
