type A {
  attr a, Integer[10, 0]
  attr b, Integer[a]
  attr c, String[-1]
  attr d, Optional
  attr e, Enum
  attr f, Pattern[1]
  attr g, Integer[1, 2, 3]
  attr h, Boolean[1]
  attr i, EInt[1]
  attr j, Unknown
  attr k, other::Thing
  attr l, Thing
  attr m, enum[a, b]
  attr n, Integer { default => many }
  attr o, Color { default => blu }
  attr p, Integer[default, default]
}
enum AM { x }
enum Color { blue }
package other
datatype Thing
