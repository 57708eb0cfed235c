# A function of the language that calls itself.
function m::wrap(String $text, Integer $depth = 2) >> String {
  if $depth > 0 { m::wrap("<${text}>", $depth - 1) } else { $text }
}
