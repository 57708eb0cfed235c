site {
  categoris { node => "$::fqdn" }
  categories {
    if $x { a => 1 }
    b => 'x' c => 'y'
  }
  categories { d => 'z' }
  bindings => [ layer { 'x': includes => 'a:', include => "a${b}" } ]
  environment { 'x': envdirr => 'a', * => $y }
  Environment { 'titled': envdir => 'x' }
  node 'x' {}
}
