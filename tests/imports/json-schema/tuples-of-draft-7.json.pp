package tuples_of_draft_7

type Tuples {
  attr closed, Tuple[String, Integer, 0, 2]
  attr rest, Tuple[String, Integer, 0, default]
}
