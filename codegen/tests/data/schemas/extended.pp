# Documents that follow a schema of their own: names, namespaces and kinds are those of the annotations.
package extended {
  uri    => 'urn:example:extended',
  prefix => 'ex'
}

type Letter {
  attr subject, String {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'element', name => 'sub-ject', namespace => '##targetNamespace' }
  }
  attr urgent, Boolean {
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'attribute', name => 'is-urgent' }
  }
  has pages, Page {
    max => unbound,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'element', name => 'page', namespace => '##targetNamespace' }
  }
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'LetterType', kind => 'elementOnly' }
}

type Page {
  attr number, Integer[1, 999] {
    min => 1,
    annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { kind => 'attribute' }
  }
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' { name => 'page_._type', kind => 'empty' }
}
