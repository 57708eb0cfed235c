package Reopened

type First {
  attr b, EInt
  attr a, EInt { min => 1 }
  has seconds, Second { max => unbound, opposite => first }
}

type Second inherits First {
  has first, First { containment => false, opposite => seconds }
}

enum Shade { light, dark }

type Third inherits Inner::Second {
  attr shade, Shade { default => dark }
}

package Reopened::Inner

type Second inherits Reopened::Second {
  has outer, Reopened::Second { containment => false }
  has own, Second { containment => false }
  has root, First { containment => false }
}

type Fourth inherits Third {
  attr texts, String { max => unbound }
}
