package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
}

package 'org.omg.xmi' { uri => 'http://www.omg.org/XMI', prefix => 'xmi' }

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
  has xMI, XMIType {
    max => unspecified,
    resolve_proxies => false,
    derived => true,
    settable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'XMI',
      namespace => '##targetNamespace',
    },
  }
  attr id, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'id',
      namespace => '##targetNamespace',
    },
  }
  attr idref, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'idref',
      namespace => '##targetNamespace',
    },
  }
  attr label, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'label',
      namespace => '##targetNamespace',
    },
  }
  attr type, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'type',
      namespace => '##targetNamespace',
    },
  }
  attr uuid, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'uuid',
      namespace => '##targetNamespace',
    },
  }
  attr version, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'version',
      namespace => '##targetNamespace',
    },
  }
}

type XMIType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'XMI_._type',
    kind => 'elementOnly',
  }
  attr any, EFeatureMapEntry {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'elementWildcard',
      wildcards => '##any',
      name => ':0',
      processing => 'strict',
    },
  }
  attr version, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'version',
      namespace => '##targetNamespace',
    },
  }
}
