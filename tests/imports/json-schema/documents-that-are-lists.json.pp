package documents_that_are_lists

type Entry {
  attr id, Integer { min => 1 }
}
