# The structural part of ARM-7's own examples.
type User {
  attr password, String
  attr password_min_age, Integer
  attr groups, String {
    min => 0,
    max => unbound,
    unsettable => true, # diff between not set, and empty list
  }
  has roles, UserRole {
    max => unbound, # min 0 implied
  }
}
type UserRole {
  attr gid, String
  attr foo {
    : min => 1
  }
}
