# A message without quotes is no expression.
type User {
  attr password, String {
    check => { if $password =~ /:/ { A ':' is not allowed in a password } }
  }
}
