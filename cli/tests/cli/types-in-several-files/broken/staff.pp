package staff { uri => 'urn:staff' }

type Clerk inherits people::Person {
  has desk, offices::Desk
  has team, Clerks
}
