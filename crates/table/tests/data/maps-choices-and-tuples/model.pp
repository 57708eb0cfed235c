package values { uri => 'urn:test:composites', prefix => 'v' }

type Host {
  attr name, String { min => 1 }
  attr ports, Hash[String, Integer[1]]
  attr ranks, Hash[Integer, String]
  attr flags, Hash[Boolean, String]
  attr owner, Variant[Integer, String, Team]
  attr pair, Tuple[String, Integer]
  attr data, Data
  has teams, Team { max => unbound }
}

type Team {
  attr title, String { min => 1 }
}
