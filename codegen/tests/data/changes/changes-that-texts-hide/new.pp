package m

package near { type Base { attr a, String } type Target { attr name, String } }
package far { type Base { attr a, String } type Target { attr name, String } }

type Thing inherits Far::Base {
  attr size, Enum['alpha00', 'alpha01', 'alpha02', 'alpha03', 'alpha04', 'alpha05', 'alpha06', 'alpha07', 'alpha08']
  attr colour, Size
  attr needed, EIntegerObject { min => 1 }
  attr given, String { min => 1 }
  attr tight, Limited
}

abstract type Kind { attr name, String }
enum Colour { red, green }
enum Size { small, large }
enum More { red, green, blue }
type Limited = Base2
type Base100 = String[0, 100]
type Base2 = String[0, 2]
