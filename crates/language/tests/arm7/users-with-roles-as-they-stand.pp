# Quotes and two braces are missing.
type User {
  attr password, String {
    check => { if $password =~ /:/ { A ':' is not allowed in a password } }
  }
  attr password_min_age, Integer
  attr groups, String {
    min => 0,
    max => unbound,
    unsettable => true, # diff between not set, and empty list
    check => { if $it =~ /:/ { "Use group names not GID. '${it}' not acceptable as group name." } }
  }
  has roles, UserRole {
    max => unbound, # min 0 implied
}

type UserRole {
  attr gid, String {
    check => { if $gid =~ /\d/ { "gid must be non numeric. '${gid}' not acceptable." }
  }
}
