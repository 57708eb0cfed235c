package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
  datatype UnsignedShort
}

package 'org.example.shop' { uri => 'http://example.org/shop', prefix => 'shop' }

type Config {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Config',
    kind => 'elementOnly',
  }
  attr host, XMLType::'String' {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'host',
    },
  }
  attr port, XMLType::UnsignedShort {
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'port',
    },
  }
}
