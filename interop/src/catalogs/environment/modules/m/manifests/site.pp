class m::site (Array[String] $names = []) {
  require m
  contain m::leaf
  $names.each |Integer $index, String $name| {
    m::entry { $name: order => $index }
  }
  Notify['m leaf'] -> M::Entry<| |>
}
