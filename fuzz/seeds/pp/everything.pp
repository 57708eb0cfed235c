# A package.
package shop {
  uri => 'urn:shop', prefix => 's',
  annotation 'urn:a' { key => 'value', references => [Order, feature Order::lines, operation Order::total] }
}
# What is sold.
abstract interface type Named { attr name, String { min => 1, id => true } }
type Order<T extends Named> inherits Named, Tagged<String> {
  # Its lines.
  has lines, Line { max => unbound, opposite => order, keys => [name] }
  attr pages, Integer[1, 5000] { default => 1 }
  attr rating, Float[0.0, default]
  attr note, Optional[String[1, 80]]
  attr code, Pattern[/\A\d+\z/]
  attr kind, Enum['a b', 'c%d']
  attr genre, enum[novel, poetry = 5, drama as 'DRAMA']
  attr tags, Array[String, 0, 10] { unique => false, ordered => false }
  attr shade, Color { default => red, derived => true, volatile => true, transient => true, settable => false }
  has other, Line { containment => false, resolve_proxies => false, unsettable => true }
  operation total<U extends Named>(EEList<? extends U> $from, String $x { min => 1 }) >> Money { throws => [Fault] }
}
type Tagged<E> { instance_class => 'java.lang.Object' has tagged, E { containment => false } attr all, EEList<E> }
type Line inherits Named { has order, Order { containment => false } }
enum Color { red, green = 5 as 'GREEN', blue }
datatype Money { instance_class => 'java.math.BigDecimal' }
datatype Fault { instance_type => 'java.util.Map<String, ?>', serializable => false }
datatype Age { base => Integer[0, 150], facets => { minInclusive => 18 } }
package shop::inner { uri => undef, prefix => undef }
type 'lower case' inherits ::shop::Line { attr x, Timestamp attr 'type', "a\tb" }
