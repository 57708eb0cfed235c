package several_types

type Several {
  attr port, Variant[Integer[1], Pattern['\\A[0-9]+\\z']]
  attr size, Variant[Integer, SeveralSizeOption2]
  attr tags, Variant[String, Array[String]]
  attr when, Pattern[/\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\z/, /\AP/]
  attr names, Pattern[/\A(?m:.{0,3})\z/, /\A(?:longer)\z/]
  attr number, Float
}

enum SeveralSizeOption2 { small, large }
