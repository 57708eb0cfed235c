package shop { uri => 'urn:shop' }

type Order {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Order',
    kind => 'empty',
  }
  attr anyAttribute, EFeatureMapEntry {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attributeWildcard',
      wildcards => '##other',
      name => ':0',
      processing => 'lax',
    },
  }
}
