package library {
  uri => 'urn:example:library',
  prefix => 'lib',
  annotation 'http://www.eclipse.org/emf/2004/EmfaticAnnotationMap' {
    'Ui(icon,label)' => 'urn:example:ui',
  },
}

# Something with a name.
abstract type Named {
  annotation 'urn:example:ui' { icon => 'book', label => 'Named' }
  attr name, String { min => 1, id => true, default => 'unnamed' }
  attr rank, EInt { default => -3, unsettable => true }
  attr tags, String { max => unbound, ordered => false, unique => false }
  attr busy, Boolean { derived => true }
  attr ratio, Float {
    default => 1.5,
    derived => true,
    settable => true,
    transient => false,
    volatile => false,
  }
}

type Library inherits Named {
  has books, Book { max => unbound, opposite => library }
  has favourite, Book { containment => false, resolve_proxies => false }
  has anything, EObject { containment => false }
  has labels, Label { max => unbound }
  attr state, sub::State { default => open }
  attr states, sub::State { min => 1, max => unspecified }
  operation find(String $title { min => 1 }, EInt $limit) >> Book {
    max => unbound,
    throws => [Refused],
  }
  operation pick<T extends Named & Library>(Box<? extends T> $from, Box<?> $rest) >> T
  operation close()
}

type Book inherits Named {
  has library, Library { containment => false, opposite => books }
  attr published, Timestamp
  # How many.
  attr package, EInt { max => 3 }
}

type Box<T extends Named> {
  has content, T
  has inner, Box<? super Book>
}

abstract interface type Marked {
  instance_class => 'java.io.Serializable'
}

type Toolbox inherits Box<Book>, Marked {}

type Label {
  instance_class => 'java.util.Map$Entry'
  attr key, String
  attr value, sub::State
}

type Index {
  instance_class => 'java.util.Map$Entry'
  attr key, String
  has value, Book { max => unbound, containment => false }
}

datatype Refused { instance_class => 'java.lang.Exception', serializable => false }

datatype Bytes { instance_class => 'byte[]' }

package library::sub { uri => 'urn:example:sub' }

enum State { open, closed = 4, lost { annotation 'a' { b => 'c' } } }

type Inner {
  has lib, Library { containment => false }
  attr s, State
}
