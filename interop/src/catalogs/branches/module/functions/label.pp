# A text for people.
function thing::label(String $text, Integer $size = 2) >> String {
  $sign = $size ? {
    1       => '',
    default => 's',
  }
  "${text}: ${size} part${sign}"
}
