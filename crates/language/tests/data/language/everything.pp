# All that the structural part of the language can say.

# The library's package.
# Two lines, and one indented:
#   so
package library {
  uri => 'http://example.org/library',
  prefix => 'lib',
  annotation 'http://example.org/meta' { version => '1.0', 'odd key' => "tab\there", references => [Book, feature Book::title] }
}

# Everything with a name.
abstract interface type Named {
  attr name, String { min => 1, id => true }
}

type Book inherits Named, Tagged<String> {
  # How people know it.
  attr title, String { min => 1, default => "it's" }
  attr pages, Integer[1, 5000] { default => 1 }
  attr rating, Float[0.0, 1.0]
  attr weight, Optional[Float]
  attr isbn, Pattern[/\A\d{9}[\dX]\z/] { unsettable => true }
  attr note, Optional[String[1, 80]]
  attr shelf, Enum['a b', 'c%d']
  attr genre, enum[novel, poetry = 5, drama as 'DRAMA']
  attr tags, Array[String, 0, 10] { unique => false, ordered => false }
  attr published, Timestamp
  attr price, Money { default => '9.99' }
  attr any, Data
  attr age, EInt { derived => true }
  attr shade, Color { default => red, derived => true, setable => true, volatile => false, transient => false }
  has author, Writer { min => 1, containment => false, opposite => books }
  has chapters, Chapter { max => unbound, keys => [name], resolve_proxies => false }
  has next, Book { containment => false, transient => true, volatile => true, settable => false }
  annotation 'doc' {
    annotation undef { nested => 'yes', undef => 'no key', none => undef }
  }
  # What it costs in another currency.
  operation convert(Money $amount, EString $currency { min => 1 }) >> Money { throws => [Fault, EInvocationTargetException] }
  operation convert()
  operation all<T extends Named & Tagged<?>>(EEList<? extends T> $from, EJavaClass<? super T> 'the class') >> T { max => unbound, unique => false }
}

type Tagged<E> {
  instance_class => 'java.lang.Object'
  has tagged, E { containment => false }
  attr values, EEList<EEList<E>> { transient => true }
}

type Writer inherits Named { has books, Book { max => unbound, containment => false } }
type Chapter inherits Named {}
type 'lower case' { attr 'x-y', String has 'type', 'lower case' attr attr, Boolean attr min, Number { max => unspecified } }

enum Color {
  # Warm.
  red, green = 5 as 'GREEN', blue { annotation 'hue' { degrees => '240' } }
}
enum Empty {}
datatype Money { instance_class => 'java.math.BigDecimal' }
datatype Fault { instance_type => 'java.util.Map<String, ?>', serializable => false }
datatype Age { base => Integer[0, 150] }
# A kind of age.
datatype Adult { base => Age, facets => { minInclusive => 18 } }
datatype Boxed<T extends Named> { instance_class => 'Box' }

package library::deep::deeper { uri => undef, prefix => undef }
type Inner inherits Book { attr color, library::Color has own, Writer }
package other
type Color { has book, library::Book attr real, library::Color }
type Book { has other, library::Deep::deeper::Inner }
annotation 'on the package'
