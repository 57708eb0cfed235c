package shop { uri => 'urn:x:shop' }
type Shop {
  attr name, String { min => 1 }
  has shapes, Shape { max => unbound }
  has owner, Person
  attr payments, Variant[Card, Cash] { max => unbound }
}
abstract type Shape { attr id, String }
type Circle inherits Shape { attr radius, Integer { min => 1 } }
type Square inherits Shape { attr side, Integer { min => 1 } }
type Rect inherits Square { attr height, Integer }
type Person { attr name, String }
type Employee inherits Person { attr salary, Integer }
type Card { attr number, String }
type Cash { attr amount, Integer }
