# The directory of a site: the specified one, or one below `/srv` without the domain.
function webserver::docroot(String[1] $name, Optional[String[1]] $docroot) >> String[1] {
  $docroot ? {
    undef   => "/srv/${name.split('[.]')[0]}",
    default => $docroot,
  }
}
