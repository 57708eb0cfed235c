package orders { uri => 'urn:example:orders:2' }
type Order {
  attr id, String { min => 1, id => true }
  attr currency, Pattern[/^[A-Z]{3}$/] { default => 'EUR' }
  attr note, String[1, 200]
  has customer, Customer { min => 1 }
  has lines, Line { min => 1, max => unbound }
  has first, Line { containment => false }
}
type Customer { attr name, String { min => 1 } }
type Line { attr article, String { min => 1 } attr pieces, Integer[1, 999] { default => 1 } }
