$role = generate('/bin/role')
class c($p = 'default', $q = 'other') {
  notify { 'p': message => $p }
  notify { 'q': message => $q }
}
include c
