type T {
  attr f, String { max => unbound, unsettable => true }
  attr g, Integer { max => unbound }
}
