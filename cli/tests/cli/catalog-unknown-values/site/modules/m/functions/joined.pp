function m::joined(String $a, String $b) >> String {
  "${a}-${b}"
}
