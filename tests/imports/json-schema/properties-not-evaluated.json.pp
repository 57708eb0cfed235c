package properties_not_evaluated

type Catalogue {
  has closed, CatalogueClosed
  has open, CatalogueOpen
  has blind, CatalogueBlind
  has none, CatalogueNone
  attr words, Hash[String, Data]
}

type CatalogueClosed {
  attr a, String
}

type CatalogueOpen {
  attr a, String
}

type CatalogueBlind {
  attr a, String
}

type CatalogueNone {}
