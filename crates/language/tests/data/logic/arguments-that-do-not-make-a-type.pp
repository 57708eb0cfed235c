package a

type A {
  attr pattern, Pattern[/ok/, /(/]
  attr quoted, Optional[Pattern['[']]
  attr version, SemVer['1.x', 'x.y']
  attr span, Timespan['soon']
  attr address, Array[URI['http://[']]
  attr expression, Regexp[/a**/]
  attr table, Hash[String, SemVer['']]
}

type B = Pattern[/\A(?<a/]
