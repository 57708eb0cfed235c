package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype AnySimpleType
}

package 'org.example.order' { uri => 'http://example.org/order', prefix => 'order' }

type DocumentRoot {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => '', kind => 'mixed' }
  attr mixed, EFeatureMapEntry {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'elementWildcard',
      name => ':mixed',
    },
  }
  has xMLNSPrefixMap, EStringToStringMapEntry {
    max => unbound,
    resolve_proxies => false,
    transient => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'xmlns:prefix',
    },
  }
  has xSISchemaLocation, EStringToStringMapEntry {
    max => unbound,
    resolve_proxies => false,
    transient => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'xsi:schemaLocation',
    },
  }
  attr order, XMLType::AnySimpleType {
    max => unspecified,
    derived => true,
    settable => true,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'order',
      namespace => '##targetNamespace',
    },
  }
}

type Order {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Order',
    kind => 'elementOnly',
  }
  attr item, XMLType::AnySimpleType {
    min => 1,
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'item',
    },
  }
  attr count, XMLType::AnySimpleType {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'count',
    },
  }
  attr other, XMLType::AnySimpleType {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'other',
    },
  }
  attr third, XMLType::AnySimpleType {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'third',
    },
  }
  attr none, XMLType::AnySimpleType {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'none',
    },
  }
}

type Sub {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Sub',
    kind => 'empty',
  }
}
