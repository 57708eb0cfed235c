# Defaults of the caller apply to what a defined type declares.
define m::many (Array[String] $names) {
  $names.each |$each| {
    notify { "${title} ${each}": }
  }
  if $names.empty {
    notify { "${title} is empty": noop => false }
  }
}
