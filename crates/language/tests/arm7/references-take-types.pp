type Thing {
  has name, String
  has way, enum[up, down]
  attr other, Thing
}
