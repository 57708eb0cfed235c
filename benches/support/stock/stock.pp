# What a warehouse has, in the ordinary JSON of another program.
package stock { uri => 'urn:bench:stock' }

datatype Decimal { instance_class => 'java.math.BigDecimal' }

type Stock {
  attr name, String { min => 1 }
  has articles, Article { max => unbound }
}

type Article {
  attr code, Pattern[/^[A-Z]-\d+$/] { min => 1 }
  attr title, String { min => 1 }
  attr price, Decimal { min => 1 }
  attr pieces, Integer[0, 9999] { min => 1 }
  attr kind, Kind { default => part }
  attr weight, Float
  attr sold, Boolean
  attr keywords, String { max => unbound }
  has place, Place
}

type Place {
  attr row, Integer[1, 99] { min => 1 }
  attr shelf, Enum['low', 'middle', 'high'] { min => 1 }
}

enum Kind { part, tool, 'spare part' }
