package shop { uri => 'urn:shop:1', prefix => 's' }
type Till {
  attr number, Integer[1, 99] { min => 1 }
  attr currency, String { default => 'EUR', check => $it =~ /^[A-Z]{3}$/ }
  has drawers, Drawer { max => unbound }
  has backup, Till { containment => false }
  invariant 'a till has at most two drawers' { $drawers.size <= 2 }
}
type Drawer { attr name, String { min => 1 } }
