package hazard_computed

type Free {
  attr name, String
}

package Plain

# Is not exported, since its module is not extended.
type Thing {
  attr x, EJavaObject
}

package Computed

enum Kind {}

enum Shade { a, b }

type Loops {
  attr low, String
  attr inline, LoopsInline
  attr named, Kind2
  has packages, EPackage { max => unbound, containment => false }
  has any, EObject { containment => false }
  has next, Loops { containment => false, opposite => previous }
  has previous, Loops { containment => false, opposite => next }
}

type Elsewhere {
  attr kept, String
}

type Chosen {
  attr kept, String
}

enum LoopsInline { x, y }

enum Kind2 { true, false }
