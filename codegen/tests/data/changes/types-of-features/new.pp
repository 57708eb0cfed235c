package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Base { attr name, String }

type Item inherits Base {
  attr number, Integer[1, 50]
  attr wider, Integer[0, 200]
  attr word, Integer
  attr code, Pattern[/b/]
  has turned, Base
  attr vars, Hash[String, String]
  has kept, Base { containment => false }
  has narrower, Item { containment => false }
  has part, Base
  has loose, Item
}
