package references_to_files { uri => 'https://example.org/shop/references-to-files.json' }

type Order {
  # Customer
  has customer, Customer { min => 1 }
  has items, Item { max => unbound }
  attr total, Float[0.0]
}

type Customer {
  attr name, String { min => 1 }
  has address, Address
  has orders, Order { max => unbound }
}

type Item {
  attr sku, String
  attr amount, Float[0.0]
}

type Address {
  attr city, String
}
