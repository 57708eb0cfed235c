# Feature maps and simple content, named as EMF names them when it imports a schema.
package groups {
  uri    => 'urn:example:groups',
  prefix => 'g'
}

datatype Entry { instance_class => 'org.eclipse.emf.ecore.util.FeatureMap$Entry' }

type Order {
  attr group, Entry {
    max => unbound, unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'group', name => 'group:0' }
  }
  attr remark, String {
    max => unbound, derived => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'element', name => 'remark', group => '#group:0' }
  }
  has items, Item {
    max => unbound, derived => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'element', name => 'item', group => '#group:0' }
  }
  attr total, Float { derived => true }
}

type Item {
  attr value, Integer {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'simple', name => ':0' }
  }
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'Item', kind => 'simple' }
}
