# What the search of a site finds.
package shop { uri => 'urn:shop', prefix => 's' }

# Sells things; the words of this text find it.
type Shop {
  # Everything on its shelves.
  has products, Product { max => unbound }
}

# A thing with a price.
abstract type Product {
  attr price, Integer
  attr order_state, OrderState
}

# A printed book, well-bound.
type Book inherits Product {
  # What is printed on its cover.
  attr title, String
  # Its length, printed in the catalogue.
  attr pages, Integer
}

type BookShop inherits Shop {
  attr book, String
}

type Notebook inherits Product {
  # Made of recycled paper. Überseeversand möglich. Donaudampfschifffahrtselektrizitätenhauptbetriebswerk.
  attr paper, String
}

type TravelBook inherits Book {
  attr title_of_region, String
}

enum OrderState {
  ordered,
  # Nothing is left of it.
  sold_out
}
