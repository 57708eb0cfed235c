package couples { uri => 'urn:couples' }

type Person {
  attr name, String
  has spouse, Person { containment => false, opposite => spouse_of }
  has spouse_of, Person { containment => false, opposite => spouse }
  has teams, Team { containment => false, max => unbound, opposite => members }
}
type Team {
  attr name, String
  has members, Person { containment => false, max => 2, opposite => teams }
  has leader, Person { containment => false, min => 1 }
}
