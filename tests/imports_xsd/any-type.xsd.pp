package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype AnySimpleType
}

package 'org.example.shop' { uri => 'http://example.org/shop', prefix => 'shop' }

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
  has any, EObject {
    max => unspecified,
    resolve_proxies => false,
    derived => true,
    settable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'any',
      namespace => '##targetNamespace',
    },
  }
  attr simple, XMLType::AnySimpleType {
    max => unspecified,
    derived => true,
    settable => true,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'simple',
      namespace => '##targetNamespace',
    },
  }
  has untyped, EObject {
    max => unspecified,
    resolve_proxies => false,
    derived => true,
    settable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'untyped',
      namespace => '##targetNamespace',
    },
  }
}

type H {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'H',
    kind => 'elementOnly',
  }
  has untyped, EObject {
    min => 1,
    resolve_proxies => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'untyped',
    },
  }
  has any, EObject {
    min => 1,
    max => unbound,
    resolve_proxies => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'any',
    },
  }
}
