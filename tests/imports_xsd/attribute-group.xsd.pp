package XMLType {
  external => 'http://www.eclipse.org/emf/2003/XMLType'
  datatype 'String'
  datatype ID
  datatype Language
}

package 'org.example.shop' { uri => 'http://example.org/shop', prefix => 'shop' }

type Note {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Note',
    kind => 'empty',
  }
  attr alpha, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'alpha',
    },
  }
  attr id, XMLType::ID {
    min => 1,
    id => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'id',
    },
  }
  attr lang, XMLType::Language {
    default => 'en',
    unsettable => true,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'lang',
    },
  }
  attr zeta, XMLType::'String' {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attribute',
      name => 'zeta',
    },
  }
  attr anyAttribute, EFeatureMapEntry {
    max => unbound,
    unique => false,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
      kind => 'attributeWildcard',
      wildcards => '##other',
      name => ':4',
      processing => 'lax',
    },
  }
}
