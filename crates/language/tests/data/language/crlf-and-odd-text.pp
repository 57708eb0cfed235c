package p

# doc é
type A {
  attr x, String { default => "a\r\nb\u{1F600}" }
  attr été, String
  attr "${x}", String
  attr open, 'never closed
  attr y, String
}
