# A text in capitals.
function environment::shout(String $text) {
  upcase($text)
}
