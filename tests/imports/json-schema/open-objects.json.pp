package open_objects

type Open {
  has a, OpenA { min => 1 }
  attr list, String { max => unbound, unique => false }
}

type OpenA {
  attr b, String { min => 1 }
  attr c, Data { min => 1 }
}

type WithMore {
  attr a, String
}

type WithPatterns {
  attr a, String
}
