package future { functions => '1.99' }

type A {
  attr a, String { check => frobnicate($it).map |$x| { upcase($x) } }
  invariant { ::tidy($a) }
}

package other { functions => '2.0' }

type B {}

package lower { functions => '1.0' }

type C { attr a, String { check => $it == lookup('a') } }

package wrong { functions => '1' }

package fine { functions => '1.1' }

type D { attr a, String { check => $it == lookup('a') } }
