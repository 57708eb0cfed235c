# The scope of the node comes after those of these classes.
class early1 { }
class early2 { }
class early3 { }
class early4 { }
class early5 { }
class early6 { }
class early7 { }
class early8 { }
class early9 { }
include early1, early2, early3, early4, early5, early6, early7, early8, early9
$role = 'web'
node 'web1.example.com' {
  $site = 'north'
  include ntp
  include web
  include seen
  seer { 'x': }
  Ntp::Pool<| |>
  notice(lookup('greeting'), lookup('list', Array, 'unique'), lookup('tree', { merge => deep }))
  ['one'].each |$item| {
    notice(lookup('local'))
    with('two', 'hidden') |$item, $role| {
      notice(lookup('local'))
      notice(hiera('local'))
    }
  }
  notice(local('three'))
}
node default {
  $site = 'none'
  class { 'ntp': servers => ['own'] }
  notice(ntp::join_all(['a', 'b']))
}
# Data sees the variables of lambdas and functions.
function local($item) {
  lookup('local')
}
# Data sees the scope of the code that calls a lookup, and for parameters that of the node.
class seen (String $bound) {
  $inner = 'inside'
  notice($bound)
  notice(lookup('seen'))
}
define seer {
  $inner = 'in a define'
  notice(lookup('seen'))
}
