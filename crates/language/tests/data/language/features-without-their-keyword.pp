type Order {
  tags: List[String]
  dates: Map<string, Date[]>
  placed: Date
  note?: String
  line: Line
  lines: Line[]
  more: Line*
  day: Day
  date: Daet
  "quoted": "String"
  - dashed: String
  a = String
  b => Integer
  lineLine Line
  Array[String] c
  List<String> d;
  Integer total()
  attr last, String
}
type Line {}
enum Day { monday }
type Date {}
