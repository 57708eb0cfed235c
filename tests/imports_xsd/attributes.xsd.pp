package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
  datatype Int
  datatype AnySimpleType
}

package 'org.example.shop' { uri => 'http://example.org/shop', prefix => 'shop' }

type A {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'A', kind => 'empty' }
  attr def, XMLType::'String' {
    default => 'd',
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'def',
    },
  }
  attr fix, XMLType::'String' {
    default => 'f',
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'fix',
    },
  }
  attr glob, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'glob',
      namespace => '##targetNamespace',
    },
  }
  attr globdef, XMLType::Int {
    default => '7',
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'globdef',
      namespace => '##targetNamespace',
    },
  }
  attr num, XMLType::Int {
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'num',
    },
  }
  attr opt, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'opt',
    },
  }
  attr qual, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'qual',
      namespace => '##targetNamespace',
    },
  }
  attr req, XMLType::'String' {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'req',
    },
  }
  attr untyped, XMLType::AnySimpleType {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'untyped',
    },
  }
}

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
  attr glob, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'glob',
      namespace => '##targetNamespace',
    },
  }
  attr globdef, XMLType::Int {
    default => '5',
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'globdef',
      namespace => '##targetNamespace',
    },
  }
}
