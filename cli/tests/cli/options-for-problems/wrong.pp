package shop {
  type Order {
    attr number, Strin
    has lines, Lines
    ref customer, Custome
  }
  type Line { attr price, Floa }
}
