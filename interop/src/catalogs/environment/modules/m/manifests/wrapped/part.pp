class m::wrapped::part ($text) {
  Notify { tag => 'of_part' }
  notify { 'm part': message => $text }
  m::many { 'of part': names => [$text] }
  return()
  notify { 'm never': }
}
