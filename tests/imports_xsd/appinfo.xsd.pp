package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
}

package 'org.example.shop' {
  uri => 'http://example.org/shop',
  prefix => 'shop',
  annotation 'http://my.org/info' { appinfo => 'top' },
}

type A {
  annotation 'http://my.org/info' { role => "actor\nagain" }
  annotation undef { appinfo => 'no source' }
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'A', kind => 'empty' }
  attr x, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'x',
    },
  }
}
