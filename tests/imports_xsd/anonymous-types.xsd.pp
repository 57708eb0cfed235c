package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype Int
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
  has offer, OfferType {
    max => unspecified,
    resolve_proxies => false,
    derived => true,
    settable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'offer',
      namespace => '##targetNamespace',
    },
  }
  has order, OrderType {
    max => unspecified,
    resolve_proxies => false,
    derived => true,
    settable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'order',
      namespace => '##targetNamespace',
    },
  }
}

type ItemType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'item_._1_._type',
    kind => 'elementOnly',
  }
  has part, PartType {
    min => 1,
    resolve_proxies => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'part',
    },
  }
}

type ItemType1 {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'ItemType',
    kind => 'empty',
  }
  attr o, XMLType::Int {
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'o',
    },
  }
}

type ItemType2 {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'item_._type',
    kind => 'empty',
  }
  attr m, XMLType::Int {
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'm',
    },
  }
}

datatype KindType {
  instance_class => 'java.lang.String',
  facets => {
    name => 'kind_._type',
    baseType => 'http://www.eclipse.org/emf/2003/XMLType#string',
    maxLength => 2,
  },
}

type OfferType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'offer_._type',
    kind => 'elementOnly',
  }
  has item, ItemType2 {
    min => 1,
    resolve_proxies => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'item',
    },
  }
  attr state, StateType1 {
    min => 1,
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'state',
    },
  }
}

type OrderType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'order_._type',
    kind => 'elementOnly',
  }
  has item, ItemType {
    min => 1,
    max => unbound,
    resolve_proxies => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'item',
    },
  }
  attr state, StateType {
    min => 1,
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'element',
      name => 'state',
    },
  }
  attr kind, KindType {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'kind',
    },
  }
}

type PartType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'part_._type',
    kind => 'empty',
  }
  attr n, XMLType::Int {
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'n',
    },
  }
}

enum StateType {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'state_._1_._type' },
  open,
  done,
}

enum StateType1 {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'state_._type' },
  new,
}

datatype StateTypeObject {
  instance_class => 'org.eclipse.emf.common.util.Enumerator',
  facets => { name => 'state_._1_._type:Object', baseType => 'state_._1_._type' },
}

datatype StateTypeObject1 {
  instance_class => 'org.eclipse.emf.common.util.Enumerator',
  facets => { name => 'state_._type:Object', baseType => 'state_._type' },
}
