enum A {
  red
  green
  blue
}
enum B { red; green; blue }
enum C (red, green)
enum D { red => 1, green }
enum E = red | green
