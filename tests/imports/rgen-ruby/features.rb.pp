package Features { annotation 'urn:example:notes' { a => 'b < "c" & d', e => '2' } }

enum Kind { plain, Upper }

# An item.
# Two lines.
type Item inherits Base::Named, Base::Tagged {
  attr text, String
  attr long, Integer { default => 12 }
  attr whole, EInt { default => 7, settable => false }
  attr real, EFloat { default => 1.5 }
  attr truth, Boolean { default => true }
  attr kind, Kind { default => plain }
  attr word, String { default => 'a word' }
  attr computed, String { derived => true }
  attr hidden, String { unsettable => true, transient => true, volatile => true }
  attr symbol, String
  attr single, String { ordered => false, unique => false }
  has bodyOf, Node { containment => false, opposite => body }
  has armOf, Node {
    containment => false,
    opposite => arms,
    annotation 'urn:example:other' { end => 'other' },
  }
}

type Node inherits Item {
  has first, Item { containment => false }
  has others, Item { min => 2, max => 4, containment => false }
  has part, Item { resolve_proxies => false }
  has parts, Item { max => unbound }
  has left, Node { containment => false, opposite => right }
  has right, Node { containment => false, opposite => left }
  has children, Node { max => unbound, containment => false, opposite => up }
  has up, Node { min => 1, containment => false, opposite => children }
  has group, Node { min => 1, containment => false, opposite => members }
  has members, Node { max => 9, containment => false, opposite => group }
  has friends, Node { max => unbound, containment => false, opposite => friendsOf }
  has friendsOf, Node {
    max => unbound,
    containment => false,
    opposite => friends,
    ordered => false,
  }
  has body, Item { opposite => bodyOf }
  has arms, Item {
    max => unbound,
    opposite => armOf,
    annotation 'urn:example:own' { end => 'own' },
  }
}

package Features::Base

abstract type Named {
  attr name, String { min => 1 }
  has uses, Item { max => unbound, containment => false }
}

type Tagged {
  attr tags, String { max => unbound, ordered => false, unique => false }
  attr numbers, EInt { min => 1, max => 3 }
}
