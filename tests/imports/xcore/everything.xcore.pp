package library {
  uri => 'urn:example:library',
  prefix => 'lib',
  annotation 'http://www.eclipse.org/emf/2002/GenModel' {
    bundleManifest => 'false',
    basePackage => 'org.example',
  },
  annotation 'http://www.eclipse.org/emf/2011/Xcore' { Ui => 'urn:example:ui' },
}

# Something with a name.
abstract type Named {
  annotation 'urn:example:ui' { icon => 'x' }
  attr name, String { min => 1, id => true, default => 'unnamed', unique => false }
  attr tags, String { max => unbound }
  attr sizes, EInt {
    max => 3,
    unsettable => true,
    transient => true,
    ordered => false,
    unique => false,
  }
  attr busy, Boolean { derived => true, transient => false, unique => false }
}

type Library inherits Named {
  has books, Book { max => unbound, opposite => library, resolve_proxies => false }
  has shelf, Book { max => unbound, keys => [name] }
  has favourite, Book { containment => false, resolve_proxies => false }
  has any, EObject { containment => false }
  has states, StringToState { max => unbound, resolve_proxies => false }
  attr state, State { default => open, unique => false }
  attr price, Number { unique => false }
  attr count, EInt {
    derived => true,
    settable => true,
    unique => false,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' { get => 'books.size', set => '' },
  }
  operation find(
    String $title { unique => false },
    EInt $limits { max => unbound, unique => false }
  ) >> Book {
    throws => [Refused],
    unique => false,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      body => 'return books.findFirst[ it.name == title ]',
    },
  }
  operation pick<T extends Named>(Box<? extends T> $from { unique => false }) >> T {
    unique => false,
  }
}

type Book inherits Named {
  has library, Library { containment => false, opposite => books }
  attr published, Timestamp { unique => false }
}

type Box<T extends Named> {
  has content, T { resolve_proxies => false }
}

abstract interface type Marked {}

type Toolbox inherits Box<Book>, Marked {}

type StringToState {
  instance_class => 'java.util.Map$Entry'
  attr key, String { unique => false }
  attr value, State { unique => false }
}

datatype Refused { instance_class => 'java.lang.Exception' }

datatype Bytes { instance_class => 'byte[]' }

datatype Color {
  instance_class => 'java.awt.Color',
  annotation 'http://www.eclipse.org/emf/2002/GenModel' {
    create => 'java.awt.Color::decode(it)',
    convert => '"#" + it.RGB',
  },
}

enum State { open, closed = 4 as 'closed door', lost }
