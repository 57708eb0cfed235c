# The proposal's grammar has a colon in front of the first setting.
type Thing {
  attr size, Integer { : min => 1, max => 2, }
}
