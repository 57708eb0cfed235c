package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Base { attr name, String }

type Item inherits Base {
  attr number, Integer[1, 100]
  attr wider, Integer[1, 100]
  attr word, String[1, 10]
  attr code, Pattern[/a/]
  attr turned, String
  attr vars, Hash[String, Integer]
  has kept, Item { containment => false }
  has narrower, Base { containment => false }
  has part, Item
  has loose, Item { containment => false }
}
